import type { Message, Tool } from '@ag-ui/core';
import { describe, expect, it } from 'vitest';
import { anthropicModel } from './anthropic';
import { toMessagesBody } from './anthropic-messages';
import type { ModelEvent } from './model';
import { seal } from './sealed';
import { collect, requestOf, withProvider } from './testing';

const NAME = 'claude-sonnet-5-5';
const USE = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'tool_search_tool_bm25', input: { query: 'files' } };
const found = (...names: string[]) => ({
  type: 'tool_search_tool_result',
  tool_use_id: 'srvtoolu_1',
  content: {
    type: 'tool_search_tool_search_result',
    tool_references: names.map((tool_name) => ({ type: 'tool_reference', tool_name })),
  },
});
const FAILED = {
  type: 'tool_search_tool_result',
  tool_use_id: 'srvtoolu_1',
  content: { type: 'tool_search_tool_result_error', error_code: 'unavailable', error_message: 'Later.' },
};

const usage = { input_tokens: 1, output_tokens: 1 };
const sse = (events: readonly object[]): string =>
  events.map((event) => `event: x\ndata: ${JSON.stringify(event)}\n\n`).join('');
const delta = (index: number, partial_json: string) => ({
  type: 'content_block_delta',
  index,
  delta: { type: 'input_json_delta', partial_json },
});
/** A reply that searches, as the provider streams it. */
const searching = (outcome: readonly object[], stop_reason: string): string =>
  sse([
    { type: 'message_start', message: { id: 'm', role: 'assistant', content: [], usage } },
    { type: 'content_block_start', index: 0, content_block: { ...USE, input: {} } },
    delta(0, '{"que'),
    delta(0, 'ry": "files"}'),
    { type: 'content_block_stop', index: 0 },
    ...outcome.flatMap((block, at) => [
      { type: 'content_block_start', index: 1 + at, content_block: block },
      { type: 'content_block_stop', index: 1 + at },
    ]),
    { type: 'message_delta', delta: { stop_reason }, usage },
    { type: 'message_stop' },
  ]);

const user: Message = { id: 'u', role: 'user', content: 'Go.' };
const call = { id: 'c1', type: 'function' as const, function: { name: 'Read', arguments: '{}' } };
const asked: Message = { id: 'a', role: 'assistant', content: '', toolCalls: [call] };
const told: Message = { id: 'r', role: 'tool', toolCallId: 'c1', content: 'ok' };
const tools: Tool[] = ['Read', 'Glob'].map((name) => ({ name, description: name, parameters: { type: 'object' } }));

const say = (text: string): Promise<ModelEvent[]> =>
  withProvider(
    (_body, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(text);
    },
    (baseURL) => collect(anthropicModel({ apiKey: 'sk', name: NAME, baseURL }), requestOf([user], { tools })),
  );

/** What the log keeps of a turn's thoughts. */
const kept = (events: readonly ModelEvent[]): Message[] =>
  events.flatMap((event, index): Message[] =>
    event.type === 'reasoning-end'
      ? [{ id: `t${index}`, role: 'reasoning', content: '', encryptedValue: event.sealed }]
      : [],
  );
const sentBack = (messages: readonly Message[], by = NAME) =>
  toMessagesBody(requestOf(messages, { tools }), by).messages.map(({ content }) => content);
const sealed = (block: object): Message => ({
  id: 's',
  role: 'reasoning',
  content: '',
  encryptedValue: seal({ by: NAME, kind: 'server-block', value: JSON.stringify(block) }),
});

describe("the provider's own tool search", () => {
  it('is shown, and goes back with its outcome where it stood', async () => {
    const events = await say(searching([found('Read', 'Glob')], 'tool_use'));
    expect(events.flatMap((event) => (event.type === 'reasoning' ? [event.delta] : []))).toEqual([
      'The provider looks for tools: files',
      'It finds Read, Glob',
    ]);
    expect(sentBack([user, ...kept(events), asked, told])[1]).toEqual([
      USE,
      found('Read', 'Glob'),
      { type: 'tool_use', id: 'c1', name: 'Read', input: {} },
    ]);
  });

  it('goes back alone where the turn was paused in it', async () => {
    const events = await say(searching([], 'pause_turn'));
    expect(events.at(-1)).toMatchObject({ type: 'stop', reason: 'pause' });
    expect(sentBack([user, ...kept(events)])).toEqual([[expect.anything()], [USE]]);
  });

  it('may fail', async () => {
    const events = await say(searching([FAILED], 'tool_use'));
    const { error_message: _, ...content } = FAILED.content;
    expect(sentBack([user, ...kept(events), asked, told])[1]).toContainEqual({ ...FAILED, content });
  });

  it.each<[string, readonly Message[], object[]]>([
    ['a search without its outcome', [sealed(USE)], []],
    ['an outcome without its search', [sealed(found('Read'))], []],
    ['tools that are no longer there', [sealed(USE), sealed(found('Gone', 'Read'))], [USE, found('Read')]],
    ['what is no such block', [sealed({ type: 'web_search_tool_result' })], []],
  ])('goes back without %s', (_what, thoughts, blocks) => {
    expect(sentBack([user, ...thoughts, asked, told])[1]).toEqual([...blocks, expect.objectContaining({ id: 'c1' })]);
  });

  it('goes back to no other model', () => {
    expect(sentBack([user, sealed(USE), sealed(found('Read')), asked, told], 'claude-opus-5-5')[1]).toHaveLength(1);
  });
});
