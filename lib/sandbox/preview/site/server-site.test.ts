import { expect, it } from 'vitest';
import { SandboxError, type Sandbox, type SandboxRequest } from '@/lib/ports';
import { SandboxListeners } from '../../listeners';
import { Servers } from '../../servers';
import { MAX_PART } from '../limits';
import { serverSite } from './server-site';
import { SitesData } from './site-data';
import { whenListening } from './when-listening';

type Answer = { status?: number; headers?: [string, string][]; body?: string; code?: string };
const listeners = new SandboxListeners();
const servers = new Servers(listeners);

/** A body as it comes: part by part, as far as somebody reads. */
const inParts = (body: string, size = 100_000): ReadableStream<Uint8Array> => {
  const bytes = new TextEncoder().encode(body);
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, (at += size)));
    },
  });
};

/** A sandbox of which only the ports are there. */
function withAnswers(answers: Readonly<Record<string, Answer>>) {
  const asked: (SandboxRequest & { port: number })[] = [];
  const sandbox: Pick<Sandbox, 'request' | 'servers'> = {
    servers: [{ port: 3000, url: 'http://localhost:3000/' }],
    async request(port, request) {
      asked.push({ ...request, port });
      const { status = 200, headers = [], body = '', code } = answers[request.url] ?? {};
      if (code !== undefined) throw new SandboxError(code, 'so it is');
      return { status, statusText: '', headers, body: inParts(body) };
    },
  };
  const site = serverSite(sandbox, new SitesData());
  const ask = (url: string, method = 'GET', body?: string) =>
    site(
      { url: new URL(url), method, headers: [], ...(body !== undefined && { body: new TextEncoder().encode(body) }) },
      new AbortController().signal,
    );
  return { ask, asked };
}

it('asks the port for path and query, and says whom it means', async () => {
  const { ask, asked } = withAnswers({ '/a?b': { body: 'hi' } });
  const { body, url } = await ask('http://localhost:3000/a?b#c');
  expect([new TextDecoder().decode(body), url.hash]).toEqual(['hi', '#c']);
  expect(asked).toMatchObject([
    {
      port: 3000,
      method: 'GET',
      headers: [
        ['host', 'localhost:3000'],
        ['accept', '*/*'],
      ],
    },
  ]);
  await ask('http://localhost/');
  expect(asked.at(-1)?.port).toBe(80);
});

it.each([
  [303, 'GET', undefined],
  [302, 'GET', undefined],
  [307, 'POST', 'x'],
])('goes on after %i by %s', async (status, method, body) => {
  const { ask, asked } = withAnswers({ '/from': { status, headers: [['Location', '/to']] }, '/to': { body: 'there' } });
  expect((await ask('http://localhost:3000/from', 'POST', 'x')).url.pathname).toBe('/to');
  const last = asked.at(-1);
  expect([last?.method, last?.body && new TextDecoder().decode(last.body)]).toEqual([method, body]);
});

it('takes no more of a body than is needed to see that it is too large', async () => {
  const { ask } = withAnswers({ '/': { body: 'x'.repeat(MAX_PART * 3) } });
  const { byteLength } = (await ask('http://localhost:3000/')).body;
  expect(byteLength).toBeGreaterThan(MAX_PART);
  expect(byteLength).toBeLessThan(MAX_PART * 2);
});

it.each([
  [{ code: 'ECONNREFUSED' }, 'NETWORK_ERROR', 'what listens: 3000'],
  [{ code: 'ECONNRESET' }, 'NETWORK_ERROR', 'so it is'],
  [{ code: 'ENOTSUP' }, 'UNSUPPORTED', 'so it is'],
  [{ status: 302, headers: [['location', 'http://localhost:4000/']] }, 'UNSUPPORTED', 'another site'],
  [{ status: 302, headers: [['location', '/']] }, 'NETWORK_ERROR', 'more than 10 times'],
] satisfies [Answer, string, string][])('%j is %s', async (answer, code, message) => {
  await expect(withAnswers({ '/': answer }).ask('http://localhost:3000/')).rejects.toMatchObject({
    code,
    message: expect.stringContaining(message),
  });
});

it('waits for a program that is about to listen, and no longer than its caller', async () => {
  const sandbox: Pick<Sandbox, 'servers' | 'on'> = {
    get servers() {
      return servers.list;
    },
    on: (event, listener) => listeners.on(event, listener),
  };
  const stop = new AbortController();
  let came = false;
  const waited = whenListening(sandbox, 3000, stop.signal).then(() => (came = true));
  servers.changed('open', { port: 3001, url: '' });
  await Promise.resolve();
  expect(came).toBe(false);
  servers.changed('open', { port: 3000, url: '' });
  await waited;
  await whenListening(sandbox, 3000, stop.signal);
  const other = whenListening(sandbox, 4000, stop.signal);
  stop.abort();
  await other;
});
