import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { CallToolRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { McpConnections } from '@/lib/ports';
import { specialistTools } from '../builtin';
import { createRegistry } from '../registry';
import { createToolServer } from '../server';
import { createBench, type Bench } from '../testing/bench';
import { tool } from '../tool-function';
import type { AnyTool } from '../tool';
import { createMcpConnections, createPlayground, type McpOptions } from '.';

const { signal } = new AbortController();
let pooled: readonly AnyTool[] = [];
let kept: Parameters<McpOptions['save']>[0] = { drafts: [], trusted: [], connected: [] };

const text = (said: string) => ({ content: [{ type: 'text' as const, text: said }] });
const shout = tool('shout', 'Shouts.', { text: z.string() }, ({ text: said }) => text(said.toUpperCase()));
const silent = tool('silent', 'Says nothing.', {}, () => new Promise<never>(() => undefined));

/** A server elsewhere, whose wire can be cut. */
function elsewhere() {
  const registry = createRegistry([shout, silent]);
  let wire: InMemoryTransport | undefined;
  let opened = 0;
  return {
    registry,
    get opened() {
      return opened;
    },
    cut: () => wire?.close(),
    async open() {
      opened += 1;
      const { instance } = createToolServer({ name: 'far', tools: registry });
      const [mine, its] = InMemoryTransport.createLinkedPair();
      await instance.connect(its);
      wire = mine;
      return mine;
    },
  };
}

function connect(far = elsewhere(), options: Partial<McpOptions> = {}): McpConnections {
  pooled = [];
  return createMcpConnections({
    page: { name: 'playground', open: createPlayground() },
    reach: () => far.open(),
    drafts: [{ name: 'far', url: 'https://far.example/mcp' }],
    trusted: [],
    save: async (next) => void (kept = next),
    onTools: (tools) => void (pooled = tools),
    ...options,
  });
}

describe('connections', () => {
  it('are made on first use, kept, and bring their tools into the pool', async () => {
    const far = elsewhere();
    const mcp = connect(far);
    expect(mcp.value.map(({ name, where, state }) => [name, where, state])).toEqual([
      ['playground', 'page', 'idle'],
      ['far', 'remote', 'idle'],
    ]);
    expect(await mcp.call('far', 'shout', { text: 'a' }, signal)).toMatchObject({ success: true, text: 'A' });
    expect(await mcp.call('far', 'shout', { text: 'b' }, signal)).toMatchObject({ text: 'B' });
    expect(far.opened).toBe(1);
    await expect.poll(() => pooled.map(({ name }) => name)).toEqual(['mcp__far__shout', 'mcp__far__silent']);
    expect(mcp.value[1]).toMatchObject({ state: 'connected', version: '1.0.0', tools: [{ name: 'shout' }, {}] });
    expect(mcp.value[0]).toMatchObject({ state: 'idle' });
  });

  it('are made again after they broke', async () => {
    const far = elsewhere();
    const mcp = connect(far);
    await mcp.call('far', 'shout', { text: 'a' }, signal);
    await far.cut();
    await expect.poll(() => mcp.value[1]?.state).toBe('idle');
    expect(await mcp.call('far', 'shout', { text: 'b' }, signal)).toMatchObject({ text: 'B' });
    expect(far.opened).toBe(2);
  });

  it('say why they cannot be made, and try again at the next use', async () => {
    const far = elsewhere();
    let down = true;
    const mcp = connect(far, { reach: () => (down ? Promise.reject(new Error('no route')) : far.open()) });
    await expect(mcp.call('far', 'shout', {}, signal)).rejects.toMatchObject({
      code: 'NETWORK_ERROR',
      message: expect.stringContaining('no route'),
    });
    await expect
      .poll(() => mcp.value[1])
      .toMatchObject({ state: 'failed', fault: expect.stringContaining('no route') });
    down = false;
    await mcp.connect('far');
    await expect.poll(() => mcp.value[1]?.state).toBe('connected');
  });

  it('hear of tools that come and go', async () => {
    const far = elsewhere();
    const mcp = connect(far);
    await mcp.connect('far');
    far.registry.disable('shout');
    await expect.poll(() => pooled.map(({ name }) => name)).toEqual(['mcp__far__silent']);
    expect(mcp.value[1]?.tools.map(({ name }) => name)).toEqual(['silent']);
  });

  it('hear of resources and prompts that come and go', async () => {
    const server = new McpServer({ name: 'far', version: '1' });
    const page = { contents: [{ uri: 'far://a', text: 'a' }] };
    server.registerResource('a', 'far://a', {}, () => page);
    const prompt = server.registerPrompt('greet', {}, () => ({ messages: [] }));
    const mcp = connect(elsewhere(), {
      async reach() {
        const [mine, its] = InMemoryTransport.createLinkedPair();
        await server.connect(its);
        return mine;
      },
    });
    await mcp.connect('far');
    const has = () => [mcp.value[1]?.resources.map(({ uri }) => uri), mcp.value[1]?.prompts];
    await expect.poll(has).toEqual([['far://a'], ['greet']]);
    prompt.disable();
    await expect.poll(has).toEqual([['far://a'], []]);
    server.registerResource('b', 'far://b', {}, () => page);
    await expect.poll(has).toEqual([['far://a', 'far://b'], []]);
  });

  it('stop waiting when the signal aborts', async () => {
    const mcp = connect();
    await mcp.connect('far');
    const stop = new AbortController();
    const call = mcp.call('far', 'silent', {}, stop.signal);
    stop.abort('stopped');
    await expect(call).rejects.toBe('stopped');
    await expect.poll(() => mcp.value[1]?.state).toBe('connected');
  });

  it('believe what a tool says of itself only once a person trusts its form', async () => {
    const mcp = connect();
    await mcp.connect('playground');
    const count = () => pooled.find(({ name }) => name === 'mcp__playground__count_words');
    await expect.poll(() => count()?.isReadOnly({})).toBe(false);
    expect(count()).toMatchObject({ source: 'mcp', annotations: { readOnlyHint: false, destructiveHint: true } });
    await mcp.trust('playground', 'count_words', true);
    expect(count()).toMatchObject({ kind: 'read', annotations: { readOnlyHint: true, destructiveHint: false } });
    expect(kept.trusted).toHaveLength(1);
    const later = connect(elsewhere(), { trusted: kept.trusted });
    await later.connect('playground');
    await expect.poll(() => count()?.isReadOnly({})).toBe(true);
    const changed = connect(elsewhere(), { trusted: ['of another form'] });
    await changed.connect('playground');
    await expect.poll(() => count()?.isReadOnly({})).toBe(false);
  });

  it('are added, replaced and removed by a person; tokens are for the save to leave out', async () => {
    const mcp = connect();
    await mcp.add({ name: 'near', url: 'https://near.example/', token: 't' });
    expect(mcp.servers).toEqual(['playground', 'far', 'near']);
    expect(kept.drafts.map(({ name }) => name)).toEqual(['far', 'near']);
    await mcp.remove('far');
    expect(mcp.servers).toEqual(['playground', 'near']);
    await expect(mcp.remove('playground')).rejects.toMatchObject({ code: 'INVALID_ARGS' });
    await expect(mcp.add({ name: 'playground', url: 'https://x.example/' })).rejects.toMatchObject({
      code: 'INVALID_ARGS',
    });
  });

  it('leave out of the pool what cannot be in it, and still reach it', async () => {
    const long = tool('a'.repeat(80), 'Has a long name.', {}, () => text('reached'));
    const registry = createRegistry([shout]);
    const { instance } = createToolServer({ name: 'odd', tools: { ...registry, tools: [shout, long] } });
    instance.server.setRequestHandler(CallToolRequestSchema, () => text('reached'));
    const mcp = connect(elsewhere(), {
      async reach() {
        const [mine, its] = InMemoryTransport.createLinkedPair();
        await instance.connect(its);
        return mine;
      },
    });
    expect(await mcp.call('far', long.name, {}, signal)).toMatchObject({ text: 'reached' });
    await expect.poll(() => pooled.map(({ name }) => name)).toEqual(['mcp__far__shout']);
    expect(mcp.value[1]?.tools[1]).toMatchObject({ unusable: expect.stringContaining('must match') });
  });

  it('are listed as far as they can be made, and ListMcpResources says which cannot', async () => {
    const half = connect(elsewhere(), { reach: () => Promise.reject(new Error('no route')) });
    const down = await createBench(specialistTools, { mcp: half });
    down.mode = 'bypassPermissions';
    const { result } = await down.call('ListMcpResources', {});
    expect(result).toMatchObject({ success: true, summary: '2 resources, 1 of 2 servers failed' });
    expect(result.text).toMatch(/playground:\/\/guide.*\[Not asked: The MCP server far cannot be reached: no route/s);
    expect((await down.call('ListMcpResources', { server: 'far' })).result.error).toBe('NETWORK_ERROR');
    await down.sandbox.dispose();
  });

  it('to a server with nothing say so', async () => {
    const server = new McpServer({ name: 'odd', version: '1' });
    const mcp = connect(elsewhere(), {
      async reach() {
        const [mine, its] = InMemoryTransport.createLinkedPair();
        await server.connect(its);
        return mine;
      },
    });
    await expect(mcp.listResources('far', signal)).resolves.toEqual([]);
    await expect(mcp.call('far', 'x', {}, signal)).rejects.toMatchObject({ code: 'TOOL_NOT_FOUND' });
    await expect(mcp.readResource('far', 'x://y', signal)).rejects.toMatchObject({ code: 'UNSUPPORTED' });
  });
});

describe('the tools', () => {
  const mcp = connect();
  const bench: Promise<Bench> = createBench(specialistTools, { mcp, pool: () => [...specialistTools, ...pooled] });
  const call = async (name: string, input: unknown, stop?: AbortSignal) =>
    (await (await bench).call(name, input, stop)).result;
  beforeEach(async () => void Object.assign(await bench, { mode: 'bypassPermissions' }));
  afterAll(async () => (await bench).sandbox.teardown());

  it('McpCall calls a tool of the server in the page, whose note is then a resource', async () => {
    const note = { title: 'Tea', text: 'Three minutes.' };
    expect(await call('McpCall', { server: 'playground', tool: 'add_note', input: note })).toMatchObject({
      success: true,
      text: 'Kept as playground://notes/1.',
    });
    const listed = await call('ListMcpResources', { server: 'playground' });
    expect(listed.text).toContain('server playground, uri playground://notes/1');
    expect(await call('ReadMcpResource', { server: 'playground', uri: 'playground://notes/1' })).toMatchObject({
      success: true,
      text: expect.stringContaining('Three minutes.'),
    });
    await expect.poll(() => mcp.value[0]?.resources.length).toBe(3);
  });

  it('ListMcpResources lists those of all servers', async () => {
    expect(await call('ListMcpResources', {})).toMatchObject({ success: true, summary: '3 resources' });
  });

  it.each([
    ['McpCall', { server: 'nobody', tool: 'x' }, 'NOT_FOUND', 'playground, far'],
    ['McpCall', { server: 'playground', tool: 'x' }, 'TOOL_NOT_FOUND', 'explain_code'],
    ['McpCall', { server: 'playground', tool: 'add_note', input: { title: 1 } }, 'INVALID_ARGS', 'title'],
    ['McpCall', { server: 'playground', tool: 'explain_code', input: { code: 'X' } }, 'EXECUTION_ERROR', 'There are'],
    ['ListMcpResources', { server: 'nobody' }, 'NOT_FOUND', 'playground, far'],
    ['ReadMcpResource', { server: 'nobody', uri: 'x://y' }, 'NOT_FOUND', 'playground, far'],
    ['ReadMcpResource', { server: 'playground', uri: 'x://y' }, 'NOT_FOUND', 'ListMcpResources'],
    ['McpCall', { server: 1 }, 'INVALID_ARGS', '$.server'],
    ['ListMcpResources', { servers: 'a' }, 'INVALID_ARGS', '$.servers'],
    ['ReadMcpResource', { server: 'playground' }, 'INVALID_ARGS', '$.uri'],
  ])('%s with %j: %s', async (name, input, error, says) => {
    const result = await call(name, input);
    expect(result.error).toBe(error);
    expect(result.text + JSON.stringify(result.issues ?? '')).toContain(says);
  });

  it('McpCall is asked about, may be denied, and cannot be told to read only', async () => {
    Object.assign(await bench, { mode: 'dontAsk' });
    expect(await call('McpCall', { server: 'playground', tool: 'count_words' })).toMatchObject({
      error: 'GATE_DENIED',
    });
    (await bench).rules.push({ behavior: 'allow', rule: 'McpCall(playground count_words)' });
    const input = { text: 'one two' };
    expect(await call('McpCall', { server: 'playground', tool: 'count_words', input })).toMatchObject({
      success: true,
    });
    expect(await call('McpCall', { server: 'far', tool: 'shout' })).toMatchObject({ error: 'GATE_DENIED' });
  });

  it('McpCall is no way round a rule about the tool it calls', async () => {
    const { rules } = await bench;
    rules.push({ behavior: 'deny', rule: 'mcp__playground__count_words' });
    const input = { text: 'one two' };
    expect(await call('McpCall', { server: 'playground', tool: 'count_words', input })).toMatchObject({
      error: 'GATE_DENIED',
      denial: { rule: 'mcp__playground__count_words' },
    });
    rules.splice(rules.length - 1, 1);
  });

  it('McpCall is no way around a tool that is turned off', async () => {
    await mcp.connect('playground');
    await expect.poll(() => pooled.length).toBeGreaterThan(2);
    pooled = pooled.filter(({ name }) => name !== 'mcp__playground__count_words');
    const input = { text: 'x' };
    expect(await call('McpCall', { server: 'playground', tool: 'count_words', input })).toMatchObject({
      error: 'TOOL_NOT_FOUND',
      text: expect.stringContaining('disabled'),
    });
  });

  it.each([
    ['McpCall', { server: 'far', tool: 'silent' }],
    ['ListMcpResources', {}],
    ['ReadMcpResource', { server: 'playground', uri: 'playground://guide' }],
  ])('%s stops when it is aborted', async (name, input) => {
    expect(await call(name, input, AbortSignal.abort())).toMatchObject({ error: 'ABORTED' });
  });

  it('cuts what is over the limit', async () => {
    const input = { title: 'Long', text: 'x'.repeat(10_000) };
    await call('McpCall', { server: 'playground', tool: 'add_note', input });
    const listed = await call('ListMcpResources', { server: 'playground' });
    const uri = listed.text.match(/playground:\/\/notes\/\d+/g)?.at(-1);
    expect((await call('ReadMcpResource', { server: 'playground', uri })).text.length).toBeLessThan(10_400);
  });
});
