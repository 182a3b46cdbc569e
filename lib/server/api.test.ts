import { connect } from 'node:net';
import { EventType, type Message } from '@ag-ui/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { calls, inputOf, result, resultsOf, says, typesOf, user } from '@/lib/agent/agent.fixture';
import type { ModelEvent } from '@/lib/models/model';
import { BODY_LIMIT, KEY_HEADER, ProblemSchema, ThreadSummarySchema, type LogLine } from '@/lib/protocol';
import { openSite, parseSse, type Site } from './http.fixture';

const ME = 'a bearer string of at least 32 characters';
const YOU = 'another bearer string of 32 characters ...';

let site: Site;
let letGo: () => void;
beforeEach(async () => {
  const waiting = new Promise<void>((resolve) => (letGo = resolve));
  async function* slow(): AsyncGenerator<ModelEvent> {
    yield { type: 'text', delta: 'slowly ' };
    await waiting;
    yield* says('done');
  }
  site = await openSite((request, n) => {
    const last = request.messages.at(-1);
    if (last?.role === 'user' && last.content === 'slow') return slow();
    return last?.role === 'tool' ? says('done') : calls(`c${n}a`, `c${n}b`);
  });
});
afterEach(async () => {
  letGo();
  await site.dispose();
});

const headers = (more: Record<string, string> = {}) => ({
  'content-type': 'application/json',
  authorization: `Bearer ${ME}`,
  ...more,
});
const post = (body: unknown, more?: Record<string, string>): Promise<Response> =>
  fetch(`${site.url}/api/agent`, {
    method: 'POST',
    headers: headers(more),
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const run = async (runId: string, ...messages: Message[]): Promise<LogLine[]> => {
  const response = await post(inputOf(runId, messages, { protocolVersion: '1.0' }));
  expect(response.status).toBe(200);
  return parseSse(await response.text());
};
const stop = (bearer = ME, body?: unknown): Promise<Response> =>
  fetch(`${site.url}/api/threads/thread/run`, {
    method: 'DELETE',
    headers: headers({ authorization: `Bearer ${bearer}` }),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const get = (path: string, more?: Record<string, string>): Promise<Response> =>
  fetch(`${site.url}/api/threads/${path}`, { headers: { authorization: `Bearer ${ME}`, ...more } });
const problem = async (response: Response) => ProblemSchema.parse(await response.json());

/** Lines of the thread's event stream until one satisfies `until`; then it leaves. */
async function follow(path: string, until: (line: LogLine) => boolean, more?: Record<string, string>) {
  const response = await get(path, more);
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (parseSse(text).some(until)) break;
  }
  return { text, lines: parseSse(text), headers: response.headers };
}
const finished = ({ event }: LogLine): boolean => event.type === EventType.RUN_FINISHED;

describe('POST /api/agent', () => {
  it('streams a run with the log’s sequence numbers as ids, uncompressed', async () => {
    const response = await post(inputOf('r1', [user('u1')], { protocolVersion: '1.0' }));
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    expect(response.headers.get('cache-control')).toBe('no-cache, no-transform');
    const lines = parseSse(await response.text());
    expect(lines[0]).toMatchObject({ seq: 1, event: { type: 'RUN_STARTED', runId: 'r1', protocolVersion: '1.0' } });
    expect(lines.at(-1)?.event).toMatchObject({ outcome: { pendingToolCallIds: ['c0a', 'c0b'] } });
  });

  it.each([
    ['no JSON', '{"threadId"', ''],
    ['no RunAgentInput', { threadId: 't', runId: 'r' }, 'messages'],
    ['a message without a role', { ...inputOf('r'), messages: [{ id: 'x' }] }, 'messages.0.role'],
    ['an empty run id', inputOf(''), 'runId'],
    ['a thread id without end', { ...inputOf('r'), threadId: 'x'.repeat(201) }, 'threadId'],
  ])('answers %s with 400 and the issues', async (_what, body, path) => {
    const response = await post(body);
    expect(response.status).toBe(400);
    expect((await problem(response)).issues?.[0]?.path).toBe(path);
  });

  it.each([
    ['another content type', { 'content-type': 'text/plain' }, 'CONTENT_TYPE_REFUSED'],
    ['another origin', { origin: 'http://evil.example' }, 'ORIGIN_REFUSED'],
    ['another port of this host', { origin: 'http://127.0.0.1:1' }, 'ORIGIN_REFUSED'],
    ['an opaque origin', { origin: 'null' }, 'ORIGIN_REFUSED'],
    ['a browser without an origin', { 'sec-fetch-site': 'same-origin' }, 'ORIGIN_REFUSED'],
  ])('answers %s with 403', async (_what, more, code) => {
    const response = await post(inputOf('r1', [user('u1')]), more);
    expect(response.status).toBe(403);
    expect((await problem(response)).code).toBe(code);
    expect(await site.bench.events()).toEqual([]);
  });

  it('answers a browser on the same origin', async () => {
    const more = { origin: site.url, 'sec-fetch-site': 'same-origin' };
    expect((await post(inputOf('r1', [user('u1')]), more)).status).toBe(200);
  });

  it('answers a Host it does not know with 403, whatever the method', async () => {
    const raw = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(site.url).port), '127.0.0.1', () => {
        socket.write('GET /api/threads/thread HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n');
      });
      let text = '';
      socket.on('data', (data) => (text += data.toString()));
      socket.on('end', () => resolve(text));
      socket.on('error', reject);
    });
    expect(raw).toMatch(/^HTTP\/1.1 403/);
    expect(raw).toContain('HOST_REFUSED');
  });

  it('answers a body over 16 MB with 413', async () => {
    const response = await post(inputOf('r1', [user('u1', 'x'.repeat(BODY_LIMIT))]));
    expect(response.status).toBe(413);
    expect(await problem(response)).toMatchObject({
      code: 'BODY_TOO_LARGE',
      message: 'This message is too long to send: a run carries 16 MB at most.',
    });
  });

  it('goes on when its connection drops', async () => {
    const gone = new AbortController();
    const response = await fetch(`${site.url}/api/agent`, {
      method: 'POST',
      headers: headers(),
      body: JSON.stringify(inputOf('r1', [user('u1', 'slow')])),
      signal: gone.signal,
    });
    expect(response.status).toBe(200);
    gone.abort();
    letGo();
    const { lines } = await follow('thread/events', finished);
    expect(lines.at(-1)?.event).toMatchObject({ type: 'RUN_FINISHED', outcome: { type: 'success' } });
  });

  it('keeps no key', async () => {
    await (await post(inputOf('r1', [user('u1')]), { [KEY_HEADER]: 'sk-secret' })).text();
    const { text } = await follow('thread/events', finished);
    expect(text).not.toContain('sk-secret');
  });
});

describe('two tabs', () => {
  it('one acts; the other is told RUN_ACTIVE, watches, and may act next', async () => {
    const first = run('r1', user('u1', 'slow'));
    await expect.poll(async () => (await site.bench.events()).length).toBeGreaterThan(4);
    const refused = await post(inputOf('r2', [user('u2')]));
    expect(refused.status).toBe(409);
    expect((await problem(refused)).code).toBe('RUN_ACTIVE');
    const watching = follow('thread/events?after=0', finished);
    letGo();
    const { lines } = await watching;
    expect(typesOf((await first).map((line) => line.event))).toEqual(
      typesOf(lines.map((line) => line.event)).toSpliced(1, 3),
    );
    expect(lines.map((line) => line.seq)).toEqual(lines.map((_, index) => index + 1));
    expect((await run('r3', user('u2'))).length).toBeGreaterThan(0);
  });

  it('both posting the same results: one result a call', async () => {
    await run('r1', user('u1'));
    const results = [result('c0a'), result('c0b')];
    const answers = await Promise.all([post(inputOf('r2', results)), post(inputOf('r3', results))]);
    await Promise.all(answers.map((response) => response.text()));
    expect(answers.map((response) => response.status)).toContain(200);
    expect(resultsOf(await site.bench.events())).toEqual(['c0a', 'c0b']);
  });
});

describe('GET /api/threads/:id/events', () => {
  it('sends everything, what requests carried too, and goes on from a cursor', async () => {
    await run('r1', user('u1'));
    const { lines, headers: answered } = await follow('thread/events', finished);
    expect(answered.get('content-type')).toContain('text/event-stream');
    expect(typesOf(lines.map((line) => line.event)).slice(0, 4)).toEqual([
      'RUN_STARTED',
      'TEXT_MESSAGE_START',
      'TEXT_MESSAGE_CONTENT',
      'TEXT_MESSAGE_END',
    ]);
    const resumed = await follow('thread/events?after=1', finished, { 'last-event-id': '3' });
    expect(resumed.lines).toEqual(lines.slice(3));
    const asked = await follow('thread/events?after=2', finished);
    expect(asked.lines).toEqual(lines.slice(2));
  });

  it('beats when nothing comes', async () => {
    await run('r1', user('u1'));
    const response = await get('thread/events?after=999');
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk);
      if (text.split(': heartbeat').length > 2) break;
    }
    expect(parseSse(text)).toEqual([]);
  });

  it.each(['-1', 'x', '1e3', '9'.repeat(16)])('refuses the cursor %s', async (cursor) => {
    await run('r1', user('u1'));
    expect((await get(`thread/events?after=${cursor}`)).status).toBe(400);
  });
});

describe('GET /api/threads/:id', () => {
  it('sums the thread up', async () => {
    await run('r1', user('u1'));
    const summary = ThreadSummarySchema.parse(await (await get('thread')).json());
    expect(summary).toMatchObject({
      threadId: 'thread',
      lastSeq: (await site.bench.events()).length,
      live: null,
      orphaned: false,
      pendingToolCallIds: ['c0a', 'c0b'],
    });
  });

  it('tells a live run from a dead one', async () => {
    const first = run('r1', user('u1', 'slow'));
    await expect.poll(async () => (await site.bench.events()).length).toBeGreaterThan(4);
    expect(await (await get('thread')).json()).toMatchObject({ live: { runId: 'r1' }, orphaned: false });
    site.bench.advance(10_000);
    expect(await (await get('thread')).json()).toMatchObject({ live: null, orphaned: true });
    letGo();
    await first;
  });
});

describe('DELETE /api/threads/:id/run', () => {
  it('stops the model in mid turn', async () => {
    const first = run('r1', user('u1', 'slow'));
    await expect.poll(async () => (await site.bench.events()).length).toBeGreaterThan(4);
    expect(await (await stop()).json()).toEqual({ stopped: true });
    expect((await first).at(-1)?.event).toMatchObject({ outcome: { type: 'cancelled' } });
  });
});

it('a stop takes the ids of calls that did not run, and nothing else', async () => {
  await run('r1', user('u1'));
  expect((await stop(ME, { notRun: 5 })).status).toBe(400);
  expect(await (await stop(ME, { notRun: ['c0a'] })).json()).toEqual({ stopped: true });
  const told = JSON.stringify(await site.bench.events());
  expect(told).toContain('The call was not run: the person stopped the agent.');
  expect(told).toContain('may have taken partial effect');
});

describe('DELETE /api/threads/:id', () => {
  const remove = (bearer = ME): Promise<Response> =>
    fetch(`${site.url}/api/threads/thread`, {
      method: 'DELETE',
      headers: headers({ authorization: `Bearer ${bearer}` }),
    });

  it('stops the run, ends what follows it, and says so to everybody who asks for the thread', async () => {
    const first = run('r1', user('u1', 'slow'));
    await expect.poll(async () => (await site.bench.events()).length).toBeGreaterThan(4);
    const followed = get('thread/events').then((response) => response.text());
    expect((await remove(YOU)).status).toBe(404);
    expect((await remove()).status).toBe(204);
    expect((await first).at(-1)?.event).toMatchObject({ outcome: { type: 'cancelled' } });
    expect(await followed).toContain('slowly');
    expect(await site.bench.events()).toEqual([]);
    for (const authorization of [`Bearer ${ME}`, `Bearer ${YOU}`]) {
      for (const path of ['thread', 'thread/events', 'thread/exchanges']) {
        const response = await get(path, { authorization });
        expect([response.status, (await problem(response)).message]).toEqual([410, 'This thread was deleted.']);
      }
    }
    expect((await remove()).status).toBe(410);
    expect((await post(inputOf('r2', [user('u2')]))).status).toBe(410);
  });
});

describe('sessions', () => {
  it.each([
    ['GET', 'thread'],
    ['GET', 'thread/events'],
    ['GET', 'thread/exchanges'],
    ['DELETE', 'thread/run'],
    ['DELETE', 'thread'],
    ['GET', 'no-such-thread'],
  ])('answer %s /api/threads/%s of another one with 404', async (method, path) => {
    await run('r1', user('u1'));
    const response = await fetch(`${site.url}/api/threads/${path}`, {
      method,
      headers: headers({ authorization: `Bearer ${YOU}` }),
    });
    expect(response.status).toBe(404);
    expect((await problem(response)).code).toBe('NOT_FOUND');
  });

  it('answer another one’s POST with 404', async () => {
    await run('r1', user('u1'));
    const response = await post(inputOf('r2', [user('u2')]), { authorization: `Bearer ${YOU}` });
    expect(response.status).toBe(404);
  });

  it('refuse a bearer string that could be guessed', async () => {
    expect((await post(inputOf('r1'), { authorization: 'Bearer short' })).status).toBe(401);
  });

  it('without a bearer string are a cookie, given once and good for the thread it started', async () => {
    const json = { 'content-type': 'application/json' };
    const first = await fetch(`${site.url}/api/session`, { method: 'POST', headers: json });
    expect(first.status).toBe(204);
    const given = first.headers.get('set-cookie') ?? '';
    expect(given).toMatch(/^toolyard_session=[\w-]+\.[\w-]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/);
    const cookie = given.split(';')[0] ?? '';
    const started = await fetch(`${site.url}/api/agent`, {
      method: 'POST',
      headers: { ...json, cookie: `other=1; ${cookie}` },
      body: JSON.stringify(inputOf('r1', [user('u1')])),
    });
    await started.text();
    expect(started.headers.get('set-cookie')).toBeNull();
    expect((await fetch(`${site.url}/api/threads/thread`, { headers: { cookie } })).status).toBe(200);
    const forged = `${cookie.slice(0, -2)}xx`;
    const answer = await fetch(`${site.url}/api/threads/thread`, { headers: { cookie: forged } });
    expect(answer.status).toBe(401);
    expect(await answer.text()).toContain('Authorization: Bearer');
    expect(answer.headers.get('set-cookie')).not.toBeNull();
  });
});
