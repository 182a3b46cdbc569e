import type { Message } from '@ag-ui/core';
import { describe, expect, it } from 'vitest';
import { dialects, type DialectName } from './dialects';
import type { Model, ModelRequest, StopReason } from './model';
import { callsOf, collect, requestOf, spokenText } from './testing';
import { withTextCalls } from './text-calls';

const USAGE = { inputTokens: 1, outputTokens: 1, cachedInputTokens: 0 };

/** A model without calls of its own: says the pieces it is given, and remembers what it was asked. */
function speaker(pieces: readonly string[], reason: StopReason = 'end'): { model: Model; asked: ModelRequest[] } {
  const asked: ModelRequest[] = [];
  return {
    asked,
    model: {
      name: 'speaker',
      async *turn(request) {
        asked.push(request);
        yield [{ type: 'reasoning', delta: 'Hm. <tool_call>' }];
        for (const delta of pieces) yield [{ type: 'text', delta }];
        yield [{ type: 'stop', reason, usage: USAGE }];
      },
    },
  };
}

const TOOLS = [
  {
    name: 'Read',
    description: 'Reads.',
    parameters: { type: 'object', properties: { file_path: { type: 'string' }, limit: { type: 'integer' } } },
  },
];
const PAST: Message[] = [
  { id: '1', role: 'user', content: 'Look.' },
  {
    id: '2',
    role: 'assistant',
    content: 'I look.',
    toolCalls: [{ id: 'x', type: 'function', function: { name: 'Read', arguments: '{"file_path":"a.ts"}' } }],
  },
  { id: '3', role: 'tool', toolCallId: 'x', content: 'There is none.', error: 'NOT_FOUND' },
];

const NAMES = Object.keys(dialects).filter((name): name is DialectName => name in dialects);

describe.each(NAMES)('%s', (name) => {
  const dialect = dialects[name];
  const written = dialect.formatCall({ name: 'Read', arguments: { file_path: 'b.ts', limit: 3 } });

  it('is prompted, said again, and read back', async () => {
    const { model, asked } = speaker(`Well.\n${written}`.split(''), 'end');
    const events = await collect(withTextCalls(model, dialect), requestOf(PAST, { tools: TOOLS }));
    expect(spokenText(events)).toBe('Well.\n');
    expect(callsOf(events)).toEqual([{ id: 'text_call_2', name: 'Read', args: '{"file_path":"b.ts","limit":3}' }]);
    expect(events.at(-1)).toEqual({ type: 'stop', reason: 'tool_calls', usage: USAGE });

    const [request] = asked;
    expect(request?.tools).toEqual([]);
    expect(request?.system).toBe(`You are helpful.\n\n${dialect.teach(TOOLS)}`);
    expect(request?.messages).toEqual([
      PAST[0],
      {
        id: '2',
        role: 'assistant',
        content: `I look.\n${dialect.formatCall({ name: 'Read', arguments: { file_path: 'a.ts' } })}`,
      },
      {
        id: '3',
        role: 'user',
        content: dialect.formatResult({ name: 'Read' }, { success: false, text: 'NOT_FOUND: There is none.' }),
      },
    ]);
  });

  it('reports a call that was cut off and makes none of it', async () => {
    const end = written.lastIndexOf('</');
    const { model } = speaker([written.slice(0, end)], 'max_tokens');
    const events = await collect(withTextCalls(model, dialect), requestOf(PAST, { tools: TOOLS }));
    expect(callsOf(events)).toEqual([]);
    expect(spokenText(events)).toMatch(/inside a tool call, which is not run/);
    expect(events.at(-1)).toMatchObject({ reason: 'max_tokens' });
  });
});

it('makes no call that stood in a thought, of which the server told only the end', async () => {
  const call = dialects.json.formatCall({ name: 'Read', arguments: {} });
  const { model } = speaker(`I could ${call}</think>So: ${call}`.split(''));
  const events = await collect(withTextCalls(model, dialects.json), requestOf(PAST, { tools: TOOLS }));
  expect(callsOf(events).map(({ id }) => id)).toEqual(['text_call_2']);
  expect(spokenText(events)).toMatch(/^I could <\/think>\n\[What stands before <\/think> is a thought: .+\]\nSo: $/);
});

it('teaches nothing where there are no tools', async () => {
  const { model, asked } = speaker(['Hello.']);
  await collect(withTextCalls(model, dialects.xml), requestOf(PAST.slice(0, 1)));
  expect(asked[0]?.system).toBe('You are helpful.');
});
