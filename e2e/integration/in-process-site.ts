import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_LIMITS, RecentExchanges, Histories } from '@/lib/agent';
import { costOf, createModel } from '@/lib/models';
import { readEnvironment } from '@/lib/server/environment';
import { Limiter, type LimitValue, OpenStreams } from '@/lib/server/limiter';
import { createAllowance, createOutbound } from '@/lib/server/server';
import { limitOf } from '@/lib/server/limits.mjs';
import { createRoutes } from '@/lib/server/routes';
import { openSqliteLog } from '@/lib/threads/sqlite';

const HOST = '127.0.0.1:3000';

/** The receiver that RemoteTrigger's prepared call names; a double answers for it. */
const TRIGGER = 'https://example.com/hook';
const receiver: typeof fetch = async () => new Response('queued', { status: 202 });

/** The real routes, agent loop, scripted model and SQLite log behind a `fetch` that keeps cookies like a browser. */
export async function openSite() {
  const folder = await mkdtemp(join(tmpdir(), 'toolyard-site-'));
  const environment = readEnvironment({
    ...process.env,
    TOOLYARD_DATA: folder,
    ANTHROPIC_API_KEY: '',
    TOOLYARD_TRIGGER_URLS: TRIGGER,
    TOOLYARD_TRIGGER_SECRET: `whsec_${Buffer.alloc(24, 1).toString('base64')}`,
  });
  const log = openSqliteLog(join(folder, 'threads.db'));
  const ports = {
    log,
    histories: new Histories(),
    exchanges: new RecentExchanges(),
    createModel,
    costOf,
    now: Date.now,
    sleep: (ms: number, signal?: AbortSignal) => sleep(Math.min(ms, 20), undefined, { signal }),
    leaseMs: 10_000,
    limits: DEFAULT_LIMITS,
  };
  const limit: LimitValue = (name) => limitOf(name, {});
  const outbound = { ...createOutbound(environment, limit), triggers: receiver };
  const limiter = new Limiter(limit, Date.now);
  const listeners = new OpenStreams();
  const allowance = createAllowance(limit, Date.now);
  const routes = createRoutes(() => ({
    ports,
    environment,
    outbound,
    limiter,
    listeners,
    allowance,
    secret: 'a secret of this test',
    heartbeatMs: 1_000,
  }));
  let cookie = '';

  const service = (request: Request, name: string): Promise<Response> => {
    if (name === 'web-search') return routes.webSearch(request);
    if (name === 'web-fetch') return routes.webFetch(request);
    if (name === 'remote-trigger') return routes.remoteTrigger(request);
    return Promise.resolve(new Response('', { status: 404 }));
  };
  const answer = (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    const [, api, kind, id = '', rest] = pathname.split('/');
    if (api !== 'api') return file(pathname);
    if (kind === 'agent') return routes.agent(request);
    if (kind === 'services') return service(request, id);
    if (rest === 'exchanges') return routes.exchanges(request, id);
    if (rest === 'events') return routes.events(request, id);
    if (rest === 'run') return routes.run(request, id);
    if (request.method === 'DELETE') return routes.deleteThread(request, id);
    return routes.thread(request, id);
  };
  return {
    log,
    async fetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
      const { signal, method, body, headers: given } = init;
      const headers = new Headers(given);
      headers.set('host', HOST);
      headers.set('origin', `http://${HOST}`);
      if (cookie !== '') headers.set('cookie', cookie);
      const url = new URL(input instanceof Request ? input.url : input, `http://${HOST}`);
      const response = await answer(new Request(url, { method, body, headers }));
      cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie;
      // Aborting cancels the stream, as closing a connection does.
      const stream = response.body?.pipeThrough(new TransformStream(), signal ? { signal } : {});
      return new Response(stream ?? null, response);
    },
    async close() {
      log.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function file(pathname: string): Promise<Response> {
  try {
    return new Response(new Uint8Array(await readFile(join(import.meta.dirname, '../../public', pathname))));
  } catch {
    return new Response('', { status: 404 });
  }
}
