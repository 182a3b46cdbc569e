import type { Message } from '@ag-ui/core';
import type { ModelEvent } from '@/lib/models/model';
import { toMessagesBody } from '@/lib/models/anthropic-messages';
import { unansweredCalls } from '@/lib/protocol';
import { afterEach, describe, expect, it } from 'vitest';
import { call, inputOf, openTestThread, result, says, user, type TestThread } from './agent.fixture';

let test: TestThread;
afterEach(() => test.dispose());

const stop = (reason: Extract<ModelEvent, { type: 'stop' }>['reason'], detail?: string): ModelEvent => ({
  type: 'stop',
  reason,
  usage: { inputTokens: 1, outputTokens: 1, cachedInputTokens: 0 },
  ...(detail !== undefined && { detail }),
});
const SEALED = '{"by":"fake","kind":"thinking","value":"sig"}';

/** A turn that is not as it should be, what is said of it, and how many calls are left to the client. */
const TURNS: readonly [what: string, turn: readonly ModelEvent[], said: RegExp | undefined, pending: number][] = [
  ['nothing at all', [stop('end')], /said nothing/, 0],
  [
    'only a thought',
    [{ type: 'reasoning', delta: 'Hm.' }, { type: 'reasoning-end', sealed: SEALED }, stop('end')],
    /said nothing/,
    0,
  ],
  ['a refusal', [stop('refusal', 'not this')], /declined to go on: not this/, 0],
  ['a refusal after a call', [...call('c1'), stop('refusal')], /declined/, 0],
  ['no room in the context', [{ type: 'text', delta: 'So' }, stop('context_exceeded')], /no longer fits/, 0],
  ['no room in the context after a call', [...call('c1'), stop('context_exceeded')], /no longer fits/, 0],
  ['no room for the end', [{ type: 'text', delta: 'So' }, stop('max_tokens')], /ran out of room/, 0],
  ['two calls of one id', [...call('c1'), ...call('c1'), stop('tool_calls')], undefined, 2],
  ['a call of no tool', [...call('c1', 'no such tool!'), stop('tool_calls')], undefined, 1],
  ['a call without a name', [...call('c1', ''), stop('tool_calls')], undefined, 1],
  ['arguments that are no JSON', [...call('c1', 'Read', '{"path":'), stop('tool_calls')], undefined, 1],
  ['pieces of a call that never began', [{ type: 'call-args', id: 'x', delta: '{}' }, ...says('So.')], undefined, 0],
];

/** What every provider asks of a conversation. */
function check(messages: readonly Message[]): void {
  const body = toMessagesBody(
    { system: '', messages, tools: [], maxTokens: 1, signal: new AbortController().signal },
    'fake',
  );
  expect(body.messages.at(-1)?.role).toBe('user');
  const ids: string[] = [];
  for (const [index, { role, content }] of body.messages.entries()) {
    expect(role).toBe(index % 2 === 0 ? 'user' : 'assistant');
    const blocks = typeof content === 'string' ? [] : content;
    const asked = blocks.flatMap((block) => (block.type === 'tool_use' ? [block] : []));
    ids.push(...asked.map(({ id }) => id));
    for (const { name } of asked) expect(name).toMatch(/^[\w-]{1,64}$/);
    const next = body.messages[index + 1]?.content ?? [];
    const answered =
      typeof next === 'string'
        ? []
        : next.flatMap((block) => (block.type === 'tool_result' ? [block.tool_use_id] : []));
    expect(answered).toEqual(asked.map(({ id }) => id));
    expect(blocks.at(-1)?.type).not.toBe('thinking');
  }
  expect(new Set(ids).size).toBe(ids.length);
}

describe('a turn of', () => {
  it.each(TURNS)('%s is shown, and the next request is one that providers take', async (_what, turn, said, pending) => {
    test = await openTestThread((_request, n) => (n === 0 ? turn : says('fine')));
    await test.run(inputOf('r1', [user('u1')]));
    const thread = await test.thread();
    expect(thread.notices.map(({ message }) => message).join('\n')).toMatch(said ?? /^$/);
    const open = unansweredCalls(thread);
    expect(open).toHaveLength(pending);
    await test.run(inputOf('r2', [...open.map(({ id }) => result(id)), ...(pending === 0 ? [user('u2')] : [])]));
    check(test.requests[1]?.messages ?? []);
    expect((await test.thread()).runs.map(({ status }) => status)).toEqual(['success', 'success']);
  });

  it('calls without an end is broken off, and the thread goes on', async () => {
    const many = Array.from({ length: 1_001 }, (_, n) => call(`c${n}`)).flat();
    test = await openTestThread((_request, n) => (n === 0 ? [...many, stop('tool_calls')] : says('fine')));
    await test.run(inputOf('r1', [user('u1')]));
    const { runs, callOrder } = await test.thread();
    expect(runs).toMatchObject([{ error: { code: 'BAD_ANSWER', message: 'The reply makes more than 1000 calls.' } }]);
    expect(callOrder).toEqual([]);
    await test.run(inputOf('r2', [user('u2')]));
    expect((await test.thread()).messages.at(-1)).toMatchObject({ role: 'assistant', content: 'fine' });
  });

  it('thought, text, thought and a call goes back in that order', async () => {
    const sealed: ModelEvent = { type: 'reasoning-end', sealed: SEALED };
    const think: ModelEvent[] = [{ type: 'reasoning', delta: 'Hm.' }, sealed];
    test = await openTestThread((_request, n) =>
      n === 0
        ? [...think, { type: 'text', delta: 'I look.' }, ...think, ...call('c1'), stop('tool_calls')]
        : says('fine'),
    );
    await test.run(inputOf('r1', [user('u1')]));
    await test.run(inputOf('r2', [result('c1')]));
    const messages = test.requests[1]?.messages ?? [];
    check(messages);
    const body = toMessagesBody(
      { system: '', messages, tools: [], maxTokens: 1, signal: new AbortController().signal },
      'fake',
    );
    const blocks = body.messages[1]?.content;
    expect(typeof blocks === 'string' ? [] : blocks?.map(({ type }) => type)).toEqual([
      'thinking',
      'text',
      'thinking',
      'tool_use',
    ]);
  });

  it('a call that is sealed after its end goes back sealed', async () => {
    const sealed: ModelEvent = { type: 'call-sealed', id: 'c1', sealed: SEALED };
    test = await openTestThread((_request, n) =>
      n === 0 ? [...call('c1'), sealed, stop('tool_calls')] : says('fine'),
    );
    await test.run(inputOf('r1', [user('u1')]));
    await test.run(inputOf('r2', [result('c1')]));
    expect(test.requests[1]?.messages).toMatchObject([
      { role: 'user' },
      { role: 'assistant', toolCalls: [{ id: 'c1', encryptedValue: SEALED }] },
      { role: 'tool' },
    ]);
  });

  it('a reply that is over is not cut off, and its connection can serve the next', async () => {
    let cutOff = true;
    test = await openTestThread(async function* () {
      yield* says('fine');
      cutOff = false;
    });
    await test.run(inputOf('r1', [user('u1')]));
    expect(cutOff).toBe(false);
  });
});
