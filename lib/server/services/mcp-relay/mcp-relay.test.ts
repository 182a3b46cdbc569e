import { createServer, type ServerResponse } from 'node:http';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { says } from '@/lib/agent/agent.fixture';
import { createRelay } from '@/lib/client/ports/mcp-relay';
import { createMcpConnections, createPlayground, reachOverHttp, type StoredMcp } from '@/lib/tools/mcp';
import { createRegistry } from '@/lib/tools/registry';
import { createToolServer } from '@/lib/tools/server';
import { tool } from '@/lib/tools/tool-function';
import { everything, named, serveMcp } from './testing/mcp-servers.mjs';
import { openSite, type Site } from '../../http.fixture';
import { closeWeb, serveWeb } from '../../web.fixture';

let site: Site | undefined;
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  await site?.dispose();
  await closeWeb();
});

/** A real MCP server over Streamable HTTP, on this machine. */
async function openMcpServer() {
  const registry = createRegistry([
    tool('shout', 'Shouts.', { text: z.string() }, ({ text }) => ({
      content: [{ type: 'text', text: text.toUpperCase() }],
    })),
    tool('later', 'Is not there yet.', {}, () => ({ content: [] })),
  ]);
  registry.disable('later');
  const { instance } = createToolServer({ name: 'remote', tools: registry });
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: () => crypto.randomUUID() });
  await instance.connect(transport);
  const seen: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers.authorization);
    void transport.handleRequest(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { registry, seen, host: `127.0.0.1:${address.port}` };
}

/** How a page reaches servers elsewhere; it keeps its session as a browser keeps a cookie. */
function relayOf(origin: string, asked: (path: string) => void = () => undefined) {
  const authorization = `Bearer ${'page '.repeat(8)}`;
  return createRelay((input, init) => {
    const path = input instanceof Request ? input.url : input.toString();
    asked(path);
    const headers = new Headers(init?.headers);
    headers.set('authorization', authorization);
    return fetch(`${origin}${path}`, { ...init, headers });
  });
}

/** Connections of a page whose server lets these hosts be reached. */
async function openPage(host: string, allowed: string[]) {
  site = await openSite(() => says(''), { TOOLYARD_ALLOW_HOSTS: allowed });
  const { url: origin } = site;
  const relay = relayOf(origin);
  const mcp = createMcpConnections({
    page: { name: 'playground', open: createPlayground() },
    reach: (draft) => reachOverHttp(draft, relay),
    drafts: [{ name: 'remote', url: `http://${host}/mcp`, token: 'secret' }],
    trusted: [],
    save: async () => undefined,
    onTools: () => undefined,
  });
  closing.unshift(async () => mcp.remove('remote'));
  return mcp;
}

describe('POST /api/services/mcp-relay', () => {
  it('carries a whole conversation, notifications of the server too', async () => {
    const { registry, seen, host } = await openMcpServer();
    const mcp = await openPage(host, [host]);
    const { signal } = new AbortController();
    expect(await mcp.call('remote', 'shout', { text: 'hello' }, signal)).toMatchObject({ text: 'HELLO' });
    expect(new Set(seen)).toEqual(new Set(['Bearer secret']));
    registry.enable('later');
    await expect.poll(() => mcp.value[1]?.tools.map(({ name }) => name)).toEqual(['shout', 'later']);
  });

  it('reaches no private server that the operator has not listed', async () => {
    const { seen, host } = await openMcpServer();
    const mcp = await openPage(host, []);
    await expect(mcp.connect('remote')).rejects.toMatchObject({
      code: 'NETWORK_ERROR',
      message: expect.stringContaining('TOOLYARD_ALLOW_HOSTS'),
    });
    expect(seen).toEqual([]);
  });

  it('hands on nothing but what an MCP server answers, and no header but those of the protocol', async () => {
    const web = await serveWeb((_asked, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'a=b', 'mcp-session-id': 's' })
        .end('<p>secret'),
    );
    site = await openSite(() => says(''), { TOOLYARD_ALLOW_HOSTS: [web.host] });
    const ask = (body: unknown) =>
      fetch(`${site?.url}/api/services/mcp-relay`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: 'mine=1' },
        body: JSON.stringify(body),
      });
    const good = { url: `http://${web.host}/`, method: 'POST', headers: { accept: 'application/json' }, body: '{}' };
    const response = await relayOf(site.url)(good.url, good);
    expect([response.status, await response.text(), response.headers.get('mcp-session-id')]).toEqual([200, '', 's']);
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(web.asked[0]?.headers.cookie).toBeUndefined();
    const named = { channel: 'c'.repeat(20), exchange: 'e', ...good };
    expect((await ask({ ...named, headers: { cookie: 'x' } })).status).toBe(400);
    expect((await ask({ ...named, url: 'file:///etc/passwd' })).status).toBe(400);
    // Another session's channel is none.
    expect((await ask(named)).status).toBe(409);
  });

  it('needs one stream for however many servers, and each hears its own', async () => {
    const servers = await Promise.all(Array.from({ length: 7 }, openMcpServer));
    site = await openSite(() => says(''), { TOOLYARD_ALLOW_HOSTS: servers.map(({ host }) => host) });
    const streams: string[] = [];
    const relay = relayOf(site.url, (path) => path.includes('channel=') && streams.push(path));
    const mcp = createMcpConnections({
      page: { name: 'playground', open: createPlayground() },
      reach: (draft) => reachOverHttp(draft, relay),
      drafts: servers.map(({ host }, index) => ({ name: `s${index}`, url: `http://${host}/mcp` })),
      trusted: [],
      save: async () => undefined,
      onTools: () => undefined,
    });
    const { signal } = new AbortController();
    const answers = await Promise.all(
      servers.map((_server, index) => mcp.call(`s${index}`, 'shout', { text: `from ${index}` }, signal)),
    );
    expect(answers.map(({ text }) => text)).toEqual(servers.map((_server, index) => `FROM ${index}`));
    servers[3]?.registry.enable('later');
    await expect.poll(() => mcp.value[4]?.tools.length).toBe(2);
    expect(mcp.value[5]?.tools).toHaveLength(1);
    expect(streams).toHaveLength(1);
    for (const { name } of mcp.value.slice(1)) await mcp.remove(name);
  });

  it('keeps the reference server and six others, and has them again after a reload', async () => {
    const names = ['one', 'two', 'three', 'four', 'five', 'six'];
    const served = await Promise.all([serveMcp(everything), ...names.map((name) => serveMcp(() => named(name)))]);
    for (const { close } of served) closing.unshift(close);
    const drafts = ['everything', ...names].map((name, index) => ({ name, url: served[index]?.url ?? '' }));
    const { origin } = new URL((site = await openSite(() => says(''), { TOOLYARD_ALLOW_HOSTS: ['127.0.0.1'] })).url);
    let kept: StoredMcp = { drafts, trusted: [], connected: [] };
    const openTab = () => {
      const relay = relayOf(origin);
      return createMcpConnections({
        page: { name: 'playground', open: createPlayground() },
        reach: (draft) => reachOverHttp(draft, relay),
        ...kept,
        save: async (next) => void (kept = next),
        onTools: () => undefined,
      });
    };
    const { signal } = new AbortController();
    const first = openTab();
    const answers = await Promise.all(names.map((name) => first.call(name, 'who', {}, signal)));
    expect(answers.map(({ text }) => text)).toEqual(names);
    const progress: string[] = [];
    const slow = { duration: 0.05, steps: 2 };
    await first.call('everything', 'trigger-long-running-operation', slow, signal, (text) => progress.push(text));
    expect(progress).toEqual(['1 of 2\n', '2 of 2\n']);
    const structured = await first.call('everything', 'get-structured-content', { location: 'New York' }, signal);
    expect(structured).toMatchObject({ success: true, structuredContent: { temperature: expect.any(Number) } });
    await expect.poll(() => kept.connected.length).toBe(drafts.length);

    const second = openTab();
    const states = () => second.value.slice(1).map(({ state }) => state);
    await expect.poll(states).toEqual(drafts.map(() => 'connected'));
    expect(await second.call('three', 'who', {}, signal)).toMatchObject({ text: 'three' });
  });

  it('tells who waits when the stream breaks, and opens another one', async () => {
    const silent = new Set<ServerResponse>();
    const web = await serveWeb(({ url }, response) => {
      if (url === '/silent') silent.add(response);
      else response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
    site = await openSite(() => says(''), { TOOLYARD_ALLOW_HOSTS: [web.host] });
    const relay = relayOf(site.url);
    const waiting = relay(`http://${web.host}/silent`).catch((error: unknown) => error);
    await expect.poll(() => silent.size).toBe(1);
    site.breakStreams();
    expect(await waiting).toBeInstanceOf(Error);
    const again = async () => (await relay(`http://${web.host}/`).catch(() => undefined))?.text();
    await expect.poll(again).toBe('{}');
  });

  it('takes no second request under an id that still waits, nor more at once than a session may have', async () => {
    const web = await serveWeb(() => undefined);
    const authorization = `Bearer ${'page '.repeat(8)}`;
    const limits = { TOOLYARD_SESSION_EXCHANGES: 2, TOOLYARD_ADDRESS_BODIES: 1_500 };
    const { url } = (site = await openSite(() => says(''), { TOOLYARD_ALLOW_HOSTS: [web.host] }, {}, limits));
    const channel = 'c'.repeat(20);
    const path = `${url}/api/services/mcp-relay`;
    const opened = await fetch(`${path}?channel=${channel}`, { headers: { authorization } });
    const ask = async (exchange: string, body = '{}') => {
      const asked = { channel, exchange, url: `http://${web.host}/`, method: 'POST', headers: {}, body };
      const headers = { authorization, 'content-type': 'application/json' };
      const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(asked) });
      return [answer.status, Object(await answer.json()).code, answer.headers.has('retry-after')];
    };
    // What waits is kept in memory, with all the others of its address.
    expect([await ask('a', 'x'.repeat(500)), await ask('b', 'x'.repeat(500))]).toEqual([
      [200, undefined, false],
      [429, 'TOO_MANY', true],
    ]);
    expect([await ask('a'), await ask('b'), await ask('c')]).toEqual([
      [409, 'EXCHANGE_TAKEN', false],
      [200, undefined, false],
      [429, 'TOO_MANY', true],
    ]);
    await opened.body?.cancel();
    await expect.poll(() => web.asked.length).toBe(2);
  });

  it.each<[string, (response: ServerResponse) => void, number, boolean]>([
    ['never begins', () => undefined, 504, true],
    [
      'drips',
      (response) => void response.writeHead(200, { 'content-type': 'text/event-stream' }).write(':'),
      200,
      false,
    ],
  ])('gives up an answer that %s, and lets its place go', async (_how, answer, status, ends) => {
    const web = await serveWeb((_asked, response) => {
      answer(response);
      const dripping = setInterval(() => response.headersSent && response.write(':'), 10);
      response.on('close', () => clearInterval(dripping));
    });
    const limits = { TOOLYARD_ANSWER_SECONDS: 1, TOOLYARD_SESSION_EXCHANGES: 1 };
    site = await openSite(() => says(''), { TOOLYARD_ALLOW_HOSTS: [web.host] }, {}, limits);
    const relay = relayOf(site.url);
    for (const _time of [1, 2]) {
      const response = await relay(`http://${web.host}/`);
      expect(response.status).toBe(status);
      const text = response.text();
      await (ends ? expect(text).resolves.toContain('TIMEOUT') : expect(text).rejects.toThrow('broke off'));
    }
  });

  it('asks no longer where nobody waits', async () => {
    let left = 0;
    const web = await serveWeb((_asked, response) => void response.on('close', () => (left += 1)));
    site = await openSite(() => says(''), { TOOLYARD_ALLOW_HOSTS: [web.host] });
    const relay = relayOf(site.url);
    const leaving = new AbortController();
    const waiting = relay(`http://${web.host}/`, { signal: leaving.signal }).catch((error: unknown) => error);
    await expect.poll(() => web.asked.length).toBe(1);
    leaving.abort();
    expect(await waiting).toMatchObject({ name: 'AbortError' });
    await expect.poll(() => left).toBe(1);
  });
});
