import { EventType, type Message } from '@ag-ui/core';
import { describe, expect, it } from 'vitest';
import { emptyThread, foldEvent } from '@/lib/protocol';
import { conversation } from './conversation';

const asked = (id: string, ...calls: string[]): Message => ({
  id,
  role: 'assistant',
  content: id,
  toolCalls: calls.map((call) => ({ id: call, type: 'function', function: { name: 'X', arguments: '{}' } })),
});
const said = (id: string): Message => ({ id, role: 'assistant', content: id });
const thought = (id: string): Message => ({ id, role: 'reasoning', content: id, encryptedValue: 'sealed' });
const person = (id: string): Message => ({ id, role: 'user', content: id });
const answer = (toolCallId: string): Message => ({ id: `r${toolCallId}`, role: 'tool', toolCallId, content: 'ok' });

const show = (...messages: Message[]) => {
  const event = { type: EventType.MESSAGES_SNAPSHOT, messages } as const;
  const shown = conversation(foldEvent(emptyThread, { seq: 1, event }));
  return { ...shown, messages: shown.messages.map((message) => message.id) };
};

describe('conversation', () => {
  it.each([
    ['results in call order', [asked('a', '1', '2'), answer('2'), answer('1')], ['a', 'r1', 'r2']],
    ['two assistant messages as one', [asked('a', '1'), said('b'), answer('1'), said('c')], ['a', 'r1', 'c']],
    ['results before what a person said', [asked('a', '1'), person('u'), answer('1')], ['a', 'r1', 'u']],
    ['no empty assistant message', [person('u'), { id: 'e', role: 'assistant' } as const], ['u']],
    [
      'no thought without a seal',
      [person('u'), { id: 't', role: 'reasoning', content: 'hm' } as const, said('a')],
      ['u', 'a'],
    ],
    [
      'sealed thoughts before what followed them',
      [person('u'), thought('t'), asked('a', '1'), answer('1')],
      ['u', 't', 'a', 'r1'],
    ],
    [
      'a thought between text and calls where it was',
      [asked('a', '1'), thought('t'), answer('1')],
      ['a', 't', 'a', 'r1'],
    ],
    [
      'thoughts of a turn that was paused, which goes on from there',
      [person('u'), thought('t'), thought('s')],
      ['u', 't', 's'],
    ],
    ['no thought that nothing followed', [person('u'), thought('t'), person('v')], ['u', 'v']],
  ])('shows %s', (_what, messages, expected) => {
    expect(show(...messages).messages).toEqual(expected);
  });

  it('keeps instructions apart', () => {
    const system: Message = { id: 's', role: 'system', content: 'be brief' };
    const developer: Message = { id: 'd', role: 'developer', content: 'in verse' };
    expect(show(system, person('u'), developer)).toEqual({ instructions: ['be brief', 'in verse'], messages: ['u'] });
  });
});
