import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js';
import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AnyTool } from '../tool';
import { createMcpConnections, createPlayground, type McpOptions } from '.';

const { signal } = new AbortController();

interface Answers {
  list: (cursor: string | undefined, wire?: InMemoryTransport) => { tools: object[]; nextCursor?: string | null };
  /** Other capabilities, and how each is listed; an empty answer is none at all. */
  more?: Readonly<Record<string, object>>;
  call?: (request: JSONRPCRequest, wire: InMemoryTransport) => Promise<object> | object;
}

/** A server that answers what the test says, right or wrong. */
const answering = (answers: Answers) => async (): Promise<InMemoryTransport> => {
  const [mine, its] = InMemoryTransport.createLinkedPair();
  its.onmessage = (message) => {
    if (!('method' in message) || !('id' in message)) return;
    void resultOf(message, answers, its).then((result) => {
      const error = { code: -32601, message: 'Method not found' };
      return its.send({ jsonrpc: '2.0', id: message.id, ...(result ? { result } : { error }) });
    });
  };
  await its.start();
  return mine;
};

async function resultOf(request: JSONRPCRequest, answers: Answers, wire: InMemoryTransport) {
  const { cursor, protocolVersion } = Object(request.params);
  if (request.method === 'initialize') {
    const capabilities = Object.fromEntries(['tools', ...Object.keys(answers.more ?? {})].map((what) => [what, {}]));
    return { protocolVersion, capabilities, serverInfo: { name: 'far', version: '1' } };
  }
  if (request.method === 'tools/list') return { ...answers.list(cursor, wire) };
  const [what = ''] = request.method.split('/');
  if (answers.more?.[what]) return Object.keys(answers.more[what]).length > 0 ? { ...answers.more[what] } : undefined;
  return { ...(await answers.call?.(request, wire)) };
}

function connect(answers: Answers, options: Partial<McpOptions> = {}) {
  let pooled: readonly AnyTool[] = [];
  const mcp = createMcpConnections({
    page: { name: 'playground', open: createPlayground() },
    reach: answering(answers),
    drafts: [{ name: 'far', url: 'https://far.example/mcp' }],
    trusted: [],
    save: async () => undefined,
    onTools: (tools) => void (pooled = tools),
    ...options,
  });
  return { mcp, pooled: () => pooled };
}

const named = (name: string, more: object = {}) => ({ name, inputSchema: { type: 'object' }, ...more });
const outputSchema = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };
const content = [{ type: 'text', text: 'It is so.' }];

describe('a list', () => {
  it('is read to its end, page by page', async () => {
    const { mcp } = connect({
      list: (cursor = '0') => ({
        tools: [named(`t${cursor}`)],
        ...(Number(cursor) < 99 && { nextCursor: String(Number(cursor) + 1) }),
      }),
    });
    await mcp.connect('far');
    await expect.poll(() => mcp.value[1]?.tools.length).toBe(100);
  });

  it.each<[string, (cursor?: string) => string]>([
    ['in a circle', () => 'again'],
    ['for ever', (cursor = '0') => String(Number(cursor) + 1)],
  ])('that goes on %s is given up', async (_how, next) => {
    const { mcp } = connect({ list: (cursor) => ({ tools: [named('t')], nextCursor: next(cursor) }) });
    await mcp.connect('far');
    await expect.poll(() => mcp.value[1]?.state).toBe('connected');
  });
});

it.each([null, ''])('a list that ends with the cursor %j has ended', async (end) => {
  const cursors: unknown[] = [];
  const list = (cursor: string | undefined) => {
    cursors.push(cursor);
    return { tools: [named(`t${cursors.length}`)], nextCursor: end };
  };
  const { mcp } = connect({ list, more: { resources: { resources: [], nextCursor: end } } });
  await mcp.connect('far');
  expect([cursors, mcp.value[1]?.fault]).toEqual([[undefined], undefined]);
});

it.each<[string, object, RegExp]>([
  ['cannot list', {}, /^Its resources cannot be listed\. far: Method not found/],
  [
    'lists what is none',
    { resources: [{ uri: 7 }] },
    /^Its resources cannot be listed\. far answered what MCP does not/,
  ],
])('a server that %s its resources is used for its tools, and says so', async (_how, resources, fault) => {
  const { mcp, pooled } = connect({ list: () => ({ tools: [named('a')] }), more: { resources } });
  await mcp.connect('far');
  await expect.poll(() => pooled().map(({ name }) => name)).toEqual(['mcp__far__a']);
  expect(mcp.value[1]).toMatchObject({ state: 'connected', fault: expect.stringMatching(fault) });
});

it('a server that says at each list that its lists have changed is not asked without end', async () => {
  let listed = 0;
  const { mcp } = connect({
    list: (_cursor, wire) => {
      listed += 1;
      const method = 'notifications/tools/list_changed';
      for (let said = 0; said < 50; said += 1) void wire?.send({ jsonrpc: '2.0', method });
      return { tools: [named('a')] };
    },
    call: () => ({ content }),
  });
  for (let call = 0; call < 20; call += 1) await mcp.call('far', 'a', {}, signal);
  expect(listed).toBeLessThan(4);
});

it('nothing is left on the signal that many calls share', async () => {
  const { mcp } = connect({ list: () => ({ tools: [named('a')] }), call: () => ({ content }) });
  const shared = new AbortController();
  for (let call = 0; call < 3; call += 1) await mcp.call('far', 'a', {}, shared.signal);
  expect(getEventListeners(shared.signal, 'abort')).toEqual([]);
});

it('an abort of the shared signal ends a call that is not answered', async () => {
  const shared = new AbortController();
  const { mcp } = connect({
    list: () => ({ tools: [named('a')] }),
    call: () => {
      shared.abort(new Error('Enough.'));
      return new Promise(() => undefined);
    },
  });
  await expect(mcp.call('far', 'a', {}, shared.signal)).rejects.toThrow('Enough.');
});

describe('what a tool answers', () => {
  const answer = async (result: object, tool = named('count', { outputSchema })) => {
    const { mcp } = connect({ list: () => ({ tools: [tool] }), call: () => result });
    return mcp.call('far', 'count', {}, signal);
  };

  it.each<[string, object, object]>([
    ['keeps its promise', { content, structuredContent: { n: 1 } }, { success: true, structuredContent: { n: 1 } }],
    [
      'breaks it',
      { content, structuredContent: { n: 'one' } },
      { success: false, error: 'INVALID_OUTPUT', text: expect.stringContaining('$.n should be number') },
    ],
    ['leaves it out', { content }, { success: false, error: 'INVALID_OUTPUT' }],
    [
      'is a failure with parts that nobody knows',
      {
        content: [{ type: 'hologram' }, { type: 'image', data: '%', mimeType: 'image/png' }, ...content],
        isError: true,
      },
      { text: expect.stringMatching(/^\(A part .*\)\n\(A part .*data: .*\)\nIt is so\.$/) },
    ],
    ['is a failure', { content, isError: true }, { success: false, error: 'EXECUTION_ERROR' }],
  ])('that %s', async (_how, result, expected) => {
    expect(await answer(result)).toMatchObject(expected);
  });

  it('is free where nothing was promised', async () => {
    expect(await answer({ content, structuredContent: { n: 'one' } }, named('count'))).toMatchObject({ success: true });
  });
});

it('what a server says while it works is heard', async () => {
  const heard: string[] = [];
  const { mcp } = connect({
    list: () => ({ tools: [named('slow')] }),
    call: async ({ params }, wire) => {
      const progressToken = Object(params)['_meta'].progressToken;
      for (const progress of [1, 2]) {
        await wire.send({
          jsonrpc: '2.0',
          method: 'notifications/progress',
          params: { progressToken, progress, total: 2 },
        });
      }
      return { content };
    },
  });
  await mcp.call('far', 'slow', {}, signal, (text) => heard.push(text));
  expect(heard).toEqual(['1 of 2\n', '2 of 2\n']);
});

describe('a call that takes long', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** A tool that says every 50 s how far it is, and answers after so many times. */
  const slow = (times: number) =>
    connect({
      list: () => ({ tools: [named('slow')] }),
      call: async ({ params }, wire) => {
        const progressToken = Object(params)['_meta'].progressToken;
        for (let progress = 1; progress <= times; progress += 1) {
          await new Promise((resolve) => setTimeout(resolve, 50_000));
          await wire.send({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken, progress } });
        }
        return times > 0 ? { content } : new Promise(() => undefined);
      },
    });

  it.each<[string, number, number, object]>([
    ['is waited for as long as it says that it goes on', 5, 251_000, { success: true }],
    ['is given up after a minute of silence', 0, 60_000, { code: 'TIMEOUT' }],
    ['is given up after ten minutes, whatever it says', 100, 601_000, { code: 'TIMEOUT' }],
  ])('%s', async (_what, times, afterMs, expected) => {
    const { mcp } = slow(times);
    await mcp.connect('far');
    let outcome: unknown;
    void mcp.call('far', 'slow', {}, signal).then(
      (result) => (outcome = result),
      (error: unknown) => (outcome = error),
    );
    await vi.advanceTimersByTimeAsync(afterMs - 2_000);
    expect(outcome).toBeUndefined();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(outcome).toMatchObject(expected);
  });
});

it('names that are one name here are told apart: one is called, the other says why it cannot be', async () => {
  const called: unknown[] = [];
  const { mcp, pooled } = connect({
    list: () => ({ tools: [named('a.b'), named('a_b')] }),
    call: ({ params }) => {
      called.push(Object(params).name);
      return { content };
    },
  });
  await mcp.connect('far');
  await expect.poll(() => pooled().map(({ name }) => name)).toEqual(['mcp__far__a_b']);
  expect(mcp.value[1]?.tools).toMatchObject([
    { name: 'a.b' },
    { name: 'a_b', unusable: expect.stringContaining('told apart') },
  ]);
  await mcp.trust('far', 'a_b', true);
  expect(mcp.value[1]?.tools.map(({ trusted }) => trusted)).toEqual([false, true]);
  await mcp.call('far', 'a_b', {}, signal);
  expect(called).toEqual(['a_b']);
});

it('a server whose list cannot be read has failed, and stays so once its connection is closed', async () => {
  const { mcp } = connect({ list: () => Object({ tools: null }) });
  await expect(mcp.connect('far')).rejects.toThrow('tools');
  await expect.poll(() => mcp.value[1]?.fault).toContain('tools');
  await new Promise(setImmediate);
  expect(mcp.value[1]?.state).toBe('failed');
});

describe('after a reload', () => {
  const list = { list: () => ({ tools: [named('t')] }) };

  it('what was connected is connected again, and nothing else', async () => {
    let kept: readonly string[] = [];
    const before = connect(list, { save: async ({ connected }) => void (kept = connected) });
    await before.mcp.connect('far');
    await expect.poll(() => kept).toEqual(['far']);
    const { mcp } = connect(list, { connected: kept });
    await expect.poll(() => mcp.value.map(({ state }) => state)).toEqual(['idle', 'connected']);
  });

  it('a token has to be typed again, and is asked for', async () => {
    const draft = { name: 'far', url: 'https://far.example/mcp', wantsToken: true };
    const { mcp } = connect(list, { drafts: [draft], connected: ['far'] });
    expect(mcp.value[1]).toMatchObject({ state: 'idle', wantsToken: true });
    await expect(mcp.call('far', 't', {}, signal)).rejects.toMatchObject({
      code: 'GATE_DENIED',
      message: expect.stringContaining('token'),
    });
    await mcp.add({ name: 'far', url: draft.url, token: 'secret' });
    await mcp.connect('far');
    await expect.poll(() => mcp.value[1]?.state).toBe('connected');
    expect(mcp.value[1]).not.toHaveProperty('wantsToken');
  });
});
