import { EventType, type AGUIEvent, type Message, type RunAgentInput } from '@ag-ui/core';
import { expect, it } from 'vitest';
import { jsonPieces } from './json-pieces';

const said = (id: string, content: string): Message => ({ id, role: 'user', content });
const snapshot = (messages: Message[]): AGUIEvent => ({ type: EventType.MESSAGES_SNAPSHOT, messages, timestamp: 1 });
const inputOf = (messages: Message[]): RunAgentInput => ({
  threadId: 't',
  runId: 'r',
  messages,
  tools: [{ name: 'Echo', description: '', parameters: { list: Array.from({ length: 40_000 }, (_, n) => [n, null]) } }],
  context: [],
  state: undefined,
  forwardedProps: { text: 'word '.repeat(60_000) },
});

it.each<[what: string, event: AGUIEvent]>([
  ['one that is short', { type: EventType.TEXT_MESSAGE_END, messageId: 'm' }],
  ['a long text', { type: EventType.TEXT_MESSAGE_CONTENT, messageId: 'm', delta: 'word '.repeat(200_000) }],
  ['characters of two units at any place', { type: EventType.CUSTOM, name: 'x', value: `-${'😀'.repeat(300_000)}` }],
  ['no message', snapshot([])],
  ['many messages', snapshot(Array.from({ length: 20_000 }, (_, n) => said(`${n}`, 'what '.repeat(20))))],
  [
    'the input of a run',
    {
      type: EventType.RUN_STARTED,
      threadId: 't',
      runId: 'r',
      input: inputOf(Array.from({ length: 9_000 }, (_, n) => said(`${n}`, 'what'))),
    },
  ],
  ['long messages', snapshot(Array.from({ length: 4 }, (_, n) => said(`${n}`, '漢😀"\n'.repeat(100_000))))],
])('the pieces of %s are its JSON, each of them text by itself, and none is long', (_what, event) => {
  const pieces = [...jsonPieces(event, 128_000)];
  const bytes = Buffer.concat(pieces.map((piece) => Buffer.from(piece)));
  expect(JSON.parse(bytes.toString())).toEqual(event);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(300_000);
});
