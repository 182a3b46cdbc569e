import type { ServerResponse } from 'node:http';
import { says } from '@/lib/agent/agent.fixture';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openSite, type Site } from './http.fixture';
import type { LimitName } from './limiter';
import { closeWeb, serveWeb } from './web.fixture';

let site: Site;
afterEach(() => site?.dispose());

const BEARER = 'a string that the client has chosen';
const open = async (limits: Partial<Record<LimitName, number>>): Promise<void> => {
  site = await openSite(() => says('hi'), {}, {}, limits);
};
const headers = (bearer = BEARER) => ({ 'content-type': 'application/json', authorization: `Bearer ${bearer}` });
/** `from`: the address. `toolyard`: options of the run. `next`: another run of a thread that has one. */
const post = (
  threadId: string,
  bearer?: string,
  signal?: AbortSignal,
  { from = '1.1.1.1', toolyard = {}, next = false }: { from?: string; toolyard?: object; next?: boolean } = {},
): Promise<Response> =>
  fetch(`${site.url}/api/agent`, {
    method: 'POST',
    headers: { ...headers(bearer), 'x-forwarded-for': from },
    ...(signal && { signal }),
    body: JSON.stringify({
      threadId,
      runId: next ? crypto.randomUUID() : `run of ${threadId}`,
      messages: [{ id: next ? crypto.randomUUID() : '1', role: 'user', content: 'Hi' }],
      tools: [],
      context: [],
      state: {},
      forwardedProps: { toolyard },
    }),
  });
const events = (threadId: string, signal?: AbortSignal): Promise<Response> =>
  fetch(`${site.url}/api/threads/${threadId}/events`, {
    headers: { ...headers(), 'x-forwarded-for': '1.1.1.1' },
    ...(signal && { signal }),
  });

describe('over a limit', () => {
  it('a request is told which, and when to come again; other sessions are not', async () => {
    await open({ TOOLYARD_SESSION_REQUESTS: 2 });
    await post('a').then((answer) => answer.text());
    await post('b').then((answer) => answer.text());
    const refused = await post('c');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
    expect(await refused.json()).toMatchObject({
      code: 'TOO_MANY',
      message: expect.stringContaining('SESSION_REQUESTS'),
    });
    expect((await post('d', `${BEARER}, another one`)).status).toBe(200);
  });

  it('an address is counted whoever it says it is', async () => {
    await open({ TOOLYARD_ADDRESS_REQUESTS: 2 });
    const statuses = [];
    for (const n of [1, 2, 3]) statuses.push((await post(String(n), `${BEARER} ${n}`)).status);
    expect(statuses).toEqual([200, 200, 429]);
  });

  it.each<[LimitName, string]>([
    ['TOOLYARD_SESSION_STREAMS', BEARER],
    ['TOOLYARD_ADDRESS_STREAMS', `${BEARER}, another one`],
  ])('a stream waits until another one is let go: %s', async (limit, bearer) => {
    await open({ [limit]: 1 });
    await post('a').then((answer) => answer.text());
    const leaving = new AbortController();
    const first = await events('a', leaving.signal);
    const refused = await post('b', bearer);
    expect([first.status, (await events('a')).status, refused.status]).toEqual([200, 429, 429]);
    expect([refused.headers.get('retry-after'), await refused.text()]).toEqual(['5', expect.stringContaining(limit)]);
    const elsewhere = await post('c', `${BEARER}, a third one`, undefined, { from: '2.2.2.2' });
    expect(elsewhere.status).toBe(200);
    leaving.abort();
    await expect.poll(async () => (await events('a')).status).toBe(200);
  });

  it('a stream that is asked for with HEAD, which sends nothing of it, takes no place', async () => {
    await open({ TOOLYARD_SESSION_STREAMS: 1 });
    await post('a').then((answer) => answer.text());
    const url = `${site.url}/api/threads/a/events`;
    expect((await fetch(url, { method: 'HEAD', headers: headers() })).status).toBe(200);
    expect((await events('a')).status).toBe(200);
  });

  it('a stream whose client leaves before it is answered lets its place go', async () => {
    await open({ TOOLYARD_SESSION_STREAMS: 1 });
    await post('a').then((answer) => answer.text());
    const { log } = site.bench.ports;
    const leaving = new AbortController();
    vi.spyOn(log, 'usage').mockImplementationOnce(async () => {
      const connections = await site.connections();
      leaving.abort();
      await expect.poll(() => site.connections()).toBeLessThan(connections);
      return { threads: 0, bytes: 0 };
    });
    await expect(post('b', BEARER, leaving.signal)).rejects.toThrow();
    await expect.poll(() => site.bench.requests.length).toBe(2);
    await expect.poll(async () => (await events('a')).status).toBe(200);
  });

  it('a body is not read on while others of its address are in hand', async () => {
    await open({ TOOLYARD_ADDRESS_BODIES: 250 });
    const { log } = site.bench.ports;
    let answerFirst = (_none: { threads: number; bytes: number }): void => undefined;
    vi.spyOn(log, 'usage').mockReturnValueOnce(new Promise((resolve) => (answerFirst = resolve)));
    const first = post('a');
    await expect.poll(async () => (await post('b')).status).toBe(429);
    expect((await post('b')).headers.get('retry-after')).toBe('5');
    const stop = { method: 'DELETE', body: JSON.stringify({ notRun: ['x'.repeat(240)] }) };
    expect((await fetch(`${site.url}/api/threads/a/run`, { ...stop, headers: headers(BEARER) })).status).toBe(429);
    answerFirst({ threads: 0, bytes: 0 });
    expect([(await first).status, (await post('b')).status]).toEqual([200, 200]);
  });

  it.each<[LimitName, string]>([
    ['TOOLYARD_SESSION_SERVICES', BEARER],
    ['TOOLYARD_ADDRESS_SERVICES', `${BEARER}, another one`],
  ])('no more is asked for elsewhere: %s', async (limit, other) => {
    const waiting: ServerResponse[] = [];
    const web = await serveWeb((_asked, response) => void waiting.push(response));
    site = await openSite(() => says('hi'), { TOOLYARD_ALLOW_HOSTS: [web.host] }, {}, { [limit]: 1 });
    const list = (bearer: string, from = '1.1.1.1'): Promise<Response> =>
      fetch(`${site.url}/api/services/models`, {
        method: 'POST',
        headers: { ...headers(bearer), 'x-forwarded-for': from },
        body: JSON.stringify({ model: 'openai', baseURL: `http://${web.host}/v1` }),
      });
    const first = list(BEARER);
    await expect.poll(() => waiting.length).toBe(1);
    const refused = await list(other);
    expect([refused.status, refused.headers.get('retry-after'), await refused.text()]).toEqual([
      429,
      '5',
      expect.stringContaining(limit),
    ]);
    const elsewhere = list(`${BEARER}, a third one`, '2.2.2.2');
    await expect.poll(() => waiting.length).toBe(2);
    for (const response of waiting.splice(0)) response.end('{"data":[]}');
    expect([(await first).status, (await elsewhere).status]).toEqual([200, 200]);
    const again = list(other);
    await expect.poll(() => waiting.length).toBe(1);
    waiting[0]?.end('{"data":[]}');
    expect((await again).status).toBe(200);
    await closeWeb();
  });

  it('a stream that ends lets its place go', async () => {
    await open({ TOOLYARD_SESSION_STREAMS: 1, TOOLYARD_SESSION_RUNS: 1 });
    for (const id of ['a', 'b', 'c']) {
      await expect.poll(async () => (await post(id)).status).toBe(200);
    }
  });

  it.each<LimitName>(['TOOLYARD_SESSION_RUNS', 'TOOLYARD_ADDRESS_RUNS'])(
    'a run waits for another to end: %s',
    async (limit) => {
      let end = (): void => undefined;
      const ended = new Promise<void>((resolve) => (end = resolve));
      const slow = async function* () {
        await ended;
        yield* says('hi');
      };
      site = await openSite(slow, {}, {}, { [limit]: 1 });
      const first = await post('a');
      const refused = await post('b');
      expect([first.status, refused.status]).toEqual([200, 429]);
      expect(await refused.text()).toContain(limit);
      end();
      await first.text();
      await expect.poll(async () => (await post('b')).status).toBe(200);
    },
  );

  it('threads that run take so much memory and no more, those that come and those that grow', async () => {
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const waits = async function* () {
      await ended;
      yield* says('hi');
    };
    const text = 'x'.repeat(3_000);
    const scripts = [() => says(text), waits, () => says(text), () => says(text)];
    site = await openSite(
      (_request, n) => (scripts[n] ?? (() => says('hi')))(),
      {},
      {},
      { TOOLYARD_ADDRESS_MEMORY: 6_000 },
    );
    await post('a').then((answer) => answer.text());
    const runs = await post('a', BEARER, undefined, { next: true });
    await expect.poll(() => site.bench.requests.length).toBe(2);
    // It has room to begin, but not to go on.
    const grows = await post('b');
    expect(await grows.text()).toContain('"code":"NO_ROOM","message":"Too much: at most 6000');
    await expect.poll(async () => (await post('b', BEARER, undefined, { next: true })).status).toBe(429);
    end();
    await runs.text();
    await expect.poll(async () => (await post('b', BEARER, undefined, { next: true })).status).toBe(200);
  });

  it.each<[LimitName, string, string, string]>([
    ['TOOLYARD_SESSION_TOKENS', BEARER, '1.1.1.1', 'This session'],
    ['TOOLYARD_ADDRESS_TOKENS', 'another one, of the same address', '1.1.1.1', 'Your address'],
    ['TOOLYARD_TOTAL_TOKENS', 'another one, of quite another address', '2.2.2.2', 'This server'],
  ])('no more of the server’s own key is spent: %s', async (limit, bearer, from, words) => {
    site = await openSite(() => says('hi'), { ANTHROPIC_API_KEY: 'sk-own' }, {}, { [limit]: 15 });
    const said = async (...[threadId, who, where, model]: string[]): Promise<[number, string, boolean]> => {
      const answer = await post(threadId ?? '', who, undefined, { from: where ?? '', toolyard: { model } });
      const wait = Number(answer.headers.get('retry-after'));
      return [answer.status, await answer.text(), wait > 0 && wait <= 86_400];
    };
    const through = [200, expect.stringContaining('"RUN_FINISHED"'), false];
    expect(await said('a', BEARER, '1.1.1.1', 'anthropic')).toEqual(through);
    const [status, refused, isTold] = await said('b', bearer, from, 'anthropic');
    expect([status, isTold]).toEqual([429, true]);
    expect([refused, refused]).toEqual([expect.stringContaining('BUDGET_EXCEEDED'), expect.stringContaining(words)]);
    expect(await said('c', bearer, from, 'scripted')).toEqual(through);
    const others = await said('d', 'somebody else from somewhere else', '3.3.3.3', 'anthropic');
    if (limit === 'TOOLYARD_TOTAL_TOKENS') expect(others[0]).toBe(429);
    else expect(others).toEqual(through);
  });

  it.each<[LimitName, string]>([
    ['TOOLYARD_SESSION_THREADS', BEARER],
    ['TOOLYARD_ADDRESS_THREADS', `${BEARER}, another one`],
  ])('no more threads are kept, and what there is goes on: %s', async (name, bearer) => {
    await open({ [name]: 1 });
    await post('a').then((answer) => answer.text());
    const refused = await post('b', bearer);
    expect([refused.status, await refused.json()]).toEqual([
      403,
      { code: 'NO_ROOM', message: expect.stringContaining(name) },
    ]);
    expect((await post('a')).status).toBe(200);
  });

  it.each<[LimitName, string, number]>([
    ['TOOLYARD_SESSION_BYTES', 'b', 403],
    ['TOOLYARD_ADDRESS_BYTES', 'b', 403],
    ['TOOLYARD_THREAD_BYTES', 'a', 403],
    ['TOOLYARD_THREAD_BYTES', 'b', 200],
  ])('no more bytes are kept: %s, thread %s', async (name, threadId, status) => {
    await open({ [name]: 100 });
    await post('a').then((answer) => answer.text());
    const answer = await post(threadId);
    expect([answer.status, await answer.text()]).toEqual([
      status,
      expect.stringContaining(status === 403 ? name : 'hi'),
    ]);
  });
});

it('a thread that was removed for its age says so, to its owner', async () => {
  await open({});
  await post('a').then((answer) => answer.text());
  await expect.poll(() => site.bench.ports.log.prune(Number.MAX_SAFE_INTEGER, 1)).toBe(1);
  const thread = (bearer?: string) => fetch(`${site.url}/api/threads/a`, { headers: headers(bearer) });
  expect([(await thread()).status, (await post('a')).status, (await events('a')).status]).toEqual([410, 410, 410]);
  expect((await thread(`${BEARER}, another one`)).status).toBe(404);
});
