import {
  followRun,
  removeThread,
  startRun,
  stopThread,
  summarize,
  type AgentPorts,
  type RunAnswer,
  type RunRequest,
} from '@/lib/agent';
import type { ThreadSummary } from '@/lib/protocol';
import { NoRoomError } from '@/lib/threads';
import { readRunInput } from './body';
import { handle, spokenTo, sseResponse } from './respond';
import { type Who, goneThread, noRoom, OverLimit, tooMuch } from './limiter';
import { keptAddress, secretsOf } from './caller';
import { problemResponse } from './problem';
import type { ToolyardServer } from './server';
import { createServerServices } from './services';

const NO_STORE = { 'cache-control': 'no-store' };
const NO_SESSION =
  'This request says not whose it is, so it has no threads. Send the header "Authorization: Bearer" with a string of 32 or more ' +
  'characters that you choose, the same one each time; or send back the cookie that POST /api/session gives.';

/**
 * The response if the session has no such thread. A request without a session is told how to get one, the owner of a pruned
 * thread that it is gone, and everybody with the id of a thread that was deleted that it was.
 */
async function noThread(
  { ports, environment }: ToolyardServer,
  request: Request,
  threadId: string,
  { known, owner }: Who,
): Promise<Response> {
  // A browser keeps the cookie of this response, so a person has nothing to send.
  const isBrowser = request.headers.has('sec-fetch-site');
  if (!known && !isBrowser) return problemResponse(401, { code: 'SESSION_REQUIRED', message: NO_SESSION });
  const gone = await ports.log.gone(threadId, owner);
  if (gone) return goneThread(gone, environment.TOOLYARD_KEEP_DAYS);
  return problemResponse(404, { code: 'NOT_FOUND', message: 'There is no such thread.' });
}

/** Ports whose allowance also counts by address, as does the size of the run's thread. */
const portsFor = (
  { ports, allowance, limiter }: ToolyardServer,
  { address }: Who,
  grow: (size: number) => void,
): AgentPorts => ({
  ...ports,
  allowance: allowance.from(address),
  grow(size) {
    try {
      grow(size);
    } catch (error) {
      if (error instanceof OverLimit) throw new NoRoomError(tooMuch(error, limiter.value(error.limit)));
      throw error;
    }
  },
});

/** How long it may take to notice that a client has left: its next request may come first. In milliseconds. */
const LEAVING_MS = 1_000;

/**
 * Starts a run. A person's next message stops a live run that its client has left, as `abortRun()` does; while anyone
 * listens to the run, it is up to them to stop it.
 */
async function startOrSupersede(
  server: ToolyardServer,
  who: Who,
  { grow, ...request }: RunRequest & { grow: (size: number) => void },
): Promise<RunAnswer> {
  const ports = portsFor(server, who, grow);
  const { threadId, messages } = request.input;
  const answer = await startRun(ports, request);
  const isActive = !answer.ok && answer.problem.code === 'RUN_ACTIVE';
  if (!isActive || messages.at(-1)?.role !== 'user') return answer;
  if (!(await server.listeners.left(threadId, LEAVING_MS))) return answer;
  await stopThread(ports, threadId, who.owner);
  return startRun(ports, request);
}

/** The API, one function per route. `open` returns the server, so that tests can pass their own. */
export const createRoutes = (open: () => ToolyardServer) => ({
  ...createServerServices(open),

  /** `POST /api/agent`: one run, with its events as the response. */
  agent: (request: Request): Promise<Response> =>
    handle(open, request, async (server, who, take) => {
      const { ports, environment, limiter, listeners, heartbeatMs } = server;
      const body = await readRunInput(request, limiter.value, take);
      if (!body.ok) return problemResponse(body.status, body.problem);
      const address = keptAddress(who.address, server.secret);
      const known = await ports.log.find(body.value.threadId, who.owner);
      const full = await noRoom(ports.log, known, { ...who, address }, limiter.value);
      if (full) return full;
      const { grow, release } = limiter.threadFrom(who.address);
      const held = limiter.hold(who, ['runs', 'streams']);
      const start = async (): Promise<RunAnswer> => {
        grow(known?.bytes ?? 0);
        const secrets = secretsOf(request, environment);
        return startOrSupersede(server, who, { owner: who.owner, address, input: body.value, secrets, grow });
      };
      const starting = start();
      void starting
        .then((answer) => (answer.ok ? answer.run : held.streams()), held.streams)
        .finally(() => [held.runs, release].forEach((end) => end()));
      const answer = await starting;
      if (!answer.ok && answer.status === 404) return noThread(server, request, body.value.threadId, who);
      if (!answer.ok) return problemResponse(answer.status, answer.problem, answer.retryAfter);
      const unlisten = listeners.add(answer.follow.threadId);
      return sseResponse(
        (signal) => spokenTo(body.value, followRun(ports.log, answer.follow, signal)),
        heartbeatMs,
        () => {
          held.streams();
          unlisten();
        },
      );
    }),

  /** `OPTIONS` of the routes that clients on other origins may use: the browser's preflight request. */
  options: (request: Request): Promise<Response> => handle(open, request, () => new Response(null, { status: 204 })),

  /** `POST /api/session`: sets only the cookie, for a page that needs it before it makes two requests at once. */
  session: (request: Request): Promise<Response> => handle(open, request, () => new Response(null, { status: 204 })),

  /** `GET /api/threads/:id`: a `ThreadSummary`. */
  thread: (request: Request, threadId: string): Promise<Response> =>
    handle(open, request, async (server, who) => {
      const { ports } = server;
      const record = await ports.log.find(threadId, who.owner);
      if (!record) return noThread(server, request, threadId, who);
      const history = await ports.histories.load(ports.log, record);
      const summary: ThreadSummary = summarize(history, record, ports.now());
      return Response.json(summary, { headers: NO_STORE });
    }),

  /** `DELETE /api/threads/:id`: stops its run and deletes it for good. */
  deleteThread: (request: Request, threadId: string): Promise<Response> =>
    handle(open, request, async (server, who) => {
      const removed = await removeThread(server.ports, threadId, who.owner);
      return removed ? new Response(null, { status: 204 }) : noThread(server, request, threadId, who);
    }),

  /** `GET /api/threads/:id/exchanges`: requests to models and their replies, as far as this process still has them. */
  exchanges: (request: Request, threadId: string): Promise<Response> =>
    handle(open, request, async (server, who) => {
      const { log, exchanges } = server.ports;
      if (!(await log.find(threadId, who.owner))) return noThread(server, request, threadId, who);
      return Response.json({ exchanges: exchanges?.of(who.owner, threadId) ?? [] }, { headers: NO_STORE });
    }),

  /** `GET /api/threads/:id/events`: the log from `Last-Event-ID` or `?after=`, until the client leaves. */
  events: (request: Request, threadId: string): Promise<Response> =>
    handle(open, request, async (server, who) => {
      const { ports, limiter, listeners, heartbeatMs } = server;
      const cursor = request.headers.get('last-event-id') ?? new URL(request.url).searchParams.get('after') ?? '0';
      if (!/^\d{1,15}$/.test(cursor)) {
        return problemResponse(400, { code: 'BAD_REQUEST', message: 'The cursor is a sequence number.' });
      }
      if (!(await ports.log.find(threadId, who.owner))) return noThread(server, request, threadId, who);
      const { streams } = limiter.hold(who, ['streams']);
      const unlisten = listeners.add(threadId);
      return sseResponse(
        (signal) => ports.log.tail(threadId, Number(cursor), signal),
        heartbeatMs,
        () => {
          streams();
          unlisten();
        },
      );
    }),

  /** `DELETE /api/threads/:id/run`: stops the live run and resolves pending calls. */
  run: (request: Request, threadId: string): Promise<Response> =>
    handle(open, request, async (server, who) => {
      const answer = await stopThread(server.ports, threadId, who.owner);
      return answer ? Response.json(answer, { headers: NO_STORE }) : noThread(server, request, threadId, who);
    }),
});
