import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { EventSchema } from '@ag-ui/core/schemas';
import { openTestThread, type TestThread, type Script } from '@/lib/agent/agent.fixture';
import type { LogLine } from '@/lib/protocol';
import { EnvironmentSchema, type Environment } from './environment';
import { Limiter, type LimitName, type LimitValue, OpenStreams } from './limiter';
import { createAllowance, createOutbound, type Outbound } from './server';
import { limitOf } from './limits.mjs';
import { createRoutes } from './routes';

type Route = (request: Request) => Promise<Response>;

/** The routes on a real socket, over an agent loop with a fake model. */
export interface Site {
  bench: TestThread;
  url: string;
  host: string;
  /** Cuts every open connection. */
  breakStreams(): void;
  /** How many connections are open. */
  connections(): Promise<number>;
  dispose(): Promise<void>;
}

export async function openSite(
  script: Script,
  settings: Partial<Environment> = {},
  reach: Partial<Outbound> = {},
  limits: Partial<Record<LimitName, number>> = {},
): Promise<Site> {
  const bench = await openTestThread(script);
  const environment = { ...EnvironmentSchema.parse({}), ...settings };
  const limit: LimitValue = (name) => limits[name] ?? limitOf(name, {});
  const outbound = { ...createOutbound(environment, limit), ...reach };
  const limiter = new Limiter(limit, bench.ports.now);
  const listeners = new OpenStreams();
  const allowance = createAllowance(limit, Date.now);
  const routes = createRoutes(() => ({
    ports: bench.ports,
    environment,
    outbound,
    limiter,
    listeners,
    allowance,
    secret: 'a secret of the test',
    heartbeatMs: 20,
  }));
  const table: [method: string, path: RegExp, route: (id: string) => Route][] = [
    ['POST', /^\/api\/agent$/, () => routes.agent],
    ['OPTIONS', /^\/api\/(agent|threads\/.*)$/, () => routes.options],
    ['POST', /^\/api\/session$/, () => routes.session],
    ['POST', /^\/api\/services\/count-tokens$/, () => routes.countTokens],
    ['POST', /^\/api\/services\/models$/, () => routes.models],
    ['POST', /^\/api\/services\/git-relay$/, () => routes.gitRelay],
    ['GET', /^\/api\/services\/mcp-relay$/, () => routes.mcpChannel],
    ['POST', /^\/api\/services\/mcp-relay$/, () => routes.mcpRelay],
    ['POST', /^\/api\/services\/remote-trigger$/, () => routes.remoteTrigger],
    ['POST', /^\/api\/services\/web-fetch$/, () => routes.webFetch],
    ['POST', /^\/api\/services\/web-search$/, () => routes.webSearch],
    ['GET', /^\/api\/threads\/([^/]+)$/, (id) => (request) => routes.thread(request, id)],
    ['DELETE', /^\/api\/threads\/([^/]+)$/, (id) => (request) => routes.deleteThread(request, id)],
    ['GET', /^\/api\/threads\/([^/]+)\/exchanges$/, (id) => (request) => routes.exchanges(request, id)],
    ['GET', /^\/api\/threads\/([^/]+)\/events$/, (id) => (request) => routes.events(request, id)],
    ['DELETE', /^\/api\/threads\/([^/]+)\/run$/, (id) => (request) => routes.run(request, id)],
  ];
  const server = createServer((incoming, outgoing) => {
    const path = new URL(incoming.url ?? '/', 'http://localhost').pathname;
    for (const [method, pattern, route] of table) {
      const match = pattern.exec(path);
      // As in Next, a route for GET answers HEAD, too.
      if (match && (method === incoming.method || (method === 'GET' && incoming.method === 'HEAD'))) {
        answer(route(match[1] ?? ''), incoming, outgoing).catch(() => outgoing.destroy());
        return;
      }
    }
    outgoing.writeHead(405).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The test server has no port');
  const { port } = address;
  return {
    bench,
    url: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    breakStreams: () => server.closeAllConnections(),
    connections: promisify(server.getConnections.bind(server)),
    dispose: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await bench.dispose();
    },
  };
}

async function answer(route: Route, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const headers = new Headers();
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  const { method = 'GET', url = '/' } = incoming;
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of incoming) chunks.push(new Uint8Array(chunk));
  const body = ['GET', 'HEAD', 'OPTIONS'].includes(method) ? undefined : new Blob(chunks);
  const left = new AbortController();
  outgoing.once('close', () => left.abort());
  const response = await route(
    new Request(`http://${incoming.headers.host ?? 'none'}${url}`, { method, headers, body, signal: left.signal }),
  );
  // Next does not begin what nobody would read, and does not cancel it either.
  if (outgoing.destroyed) return;
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (method === 'HEAD') {
    outgoing.end();
    return;
  }
  const reader = response.body?.getReader();
  outgoing.on('close', () => void reader?.cancel().catch(() => undefined));
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) outgoing.write(next.value);
  outgoing.end();
}

/** The data of the server-sent events in a text, with their ids. */
export const parseSse = (text: string): LogLine[] =>
  text.split('\n\n').flatMap((block) => {
    const match = /^id: (\d+)\ndata: (.*)$/s.exec(block);
    return match ? [{ seq: Number(match[1]), event: EventSchema.parse(JSON.parse(match[2] ?? '')) }] : [];
  });
