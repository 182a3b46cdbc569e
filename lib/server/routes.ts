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
import { StopRequestSchema, type ThreadSummary } from '@/lib/protocol';
import { NoRoomError, shareOf } from '@/lib/threads';
import { parseBody, readBodyText, readRunInput } from './body';
import { type Who, goneThread, noRoom, OverLimit, tooMuch } from './limiter';
import { storedAddress, secretsOf, handle } from './caller';
import { problemResponse } from './problem';
import type { ToolyardServer } from './server';
import { createServerServices } from './services';
import { spokenTo, sseResponse, type SpokenLine } from './sse';

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

/** Who asks, with the address in the form that threads are stored with. */
const asStored = (who: Who, { secret }: ToolyardServer): Who => ({
  ...who,
  address: storedAddress(who.address, secret),
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
  ...createThreadRoutes(open),

  /** `POST /api/agent`: one run, with its events as the response. */
  agent: (request: Request): Promise<Response> =>
    handle(open, request, (server, who, take) => postRun(server, request, who, take)),

  /** `OPTIONS` of the routes that clients on other origins may use: the browser's preflight request. */
  options: (request: Request): Promise<Response> => handle(open, request, DONE),

  /** `POST /api/session`: sets only the cookie, for a page that needs it before it makes two requests at once. */
  session: (request: Request): Promise<Response> => handle(open, request, DONE),
});

/** Reads and checks a run's input, begins the run, and streams its events. `take` counts the bytes of the body. */
async function postRun(
  server: ToolyardServer,
  request: Request,
  who: Who,
  take: (bytes: number) => void,
): Promise<Response> {
  const { ports, environment, limiter } = server;
  const kept = asStored(who, server);
  const share = shareOf(kept);
  const body = await readRunInput(request, limiter.value, take, share);
  if (!body.ok) return problemResponse(body.status, body.problem);
  const input = body.value;
  const known = await ports.log.find(input.threadId, who.owner);
  const full = await noRoom(ports.log, known, kept, limiter.value);
  if (full) return full;
  const begin = async (): Promise<RunAnswer> =>
    beginHeld(server, who, known?.bytes ?? 0, {
      owner: who.owner,
      address: kept.address,
      input,
      secrets: secretsOf(request, environment),
    });
  const { streams } = limiter.hold(who, ['streams']);
  const beginning = begin();
  void beginning.then(({ ok }) => ok || streams(), streams);
  const answer = await beginning;
  if (!answer.ok && answer.status === 404) return noThread(server, request, input.threadId, who);
  if (!answer.ok) return problemResponse(answer.status, answer.problem, answer.retryAfter);
  const { follow } = answer;
  const lines = (signal: AbortSignal) => spokenTo(input, followRun(ports, follow, signal, begin));
  return streamOf(server, follow.threadId, { lines, share, release: streams });
}

/** Begins a run, and counts it and its thread of so many bytes until it is over. Throws `OverLimit`. */
async function beginHeld(server: ToolyardServer, who: Who, bytes: number, request: RunRequest): Promise<RunAnswer> {
  const { limiter } = server;
  const { grow, release } = limiter.threadFrom(who.address);
  const { runs } = limiter.hold(who, ['runs']);
  const end = (): void => [runs, release].forEach((each) => each());
  try {
    grow(bytes);
    const answer = await startOrSupersede(server, who, { ...request, grow });
    if (answer.ok) void answer.run.finally(end);
    else end();
    return answer;
  } catch (error) {
    end();
    throw error;
  }
}

interface StreamOptions {
  lines: (signal: AbortSignal) => AsyncIterable<readonly SpokenLine[]>;
  /** In whose share of the time long lines are sent. */
  share: string;
  /** Called when the stream ends. */
  release: () => void;
}

/** A stream of a thread, whose client counts as a listener until it leaves. */
function streamOf(
  { listeners, heartbeatMs }: ToolyardServer,
  threadId: string,
  { lines, share, release }: StreamOptions,
): Response {
  const unlisten = listeners.add(threadId);
  const end = (): void => [release, unlisten].forEach((each) => each());
  return sseResponse(lines, heartbeatMs, end, share);
}

/** What a route does with a thread; undefined if the session has no such thread. `take` counts the bytes of the body. */
type ThreadWork = (
  server: ToolyardServer,
  who: Who,
  threadId: string,
  request: Request,
  take: (bytes: number) => void,
) => Promise<Response | undefined>;

const DONE = (): Response => new Response(null, { status: 204 });

/** The routes of one thread. */
function createThreadRoutes(open: () => ToolyardServer) {
  const route =
    (work: ThreadWork) =>
    (request: Request, threadId: string): Promise<Response> =>
      handle(
        open,
        request,
        async (server, who, take) =>
          (await work(server, who, threadId, request, take)) ?? noThread(server, request, threadId, who),
      );
  return {
    /** `GET /api/threads/:id`: a `ThreadSummary`. */
    thread: route(async ({ ports }, { owner }, threadId) => {
      const record = await ports.log.find(threadId, owner);
      if (!record) return undefined;
      const history = await ports.histories.load(ports.log, record);
      const summary: ThreadSummary = summarize(history, record, ports.now());
      return Response.json(summary, { headers: NO_STORE });
    }),

    /** `DELETE /api/threads/:id`: stops its run and deletes it for good. */
    deleteThread: route(async ({ ports }, { owner }, threadId) =>
      (await removeThread(ports, threadId, owner)) ? DONE() : undefined,
    ),

    /** `GET /api/threads/:id/exchanges`: requests to models and their replies, as far as this process still has them. */
    exchanges: route(async ({ ports: { log, exchanges } }, { owner }, threadId) => {
      if (!(await log.find(threadId, owner))) return undefined;
      return Response.json({ exchanges: exchanges?.of(owner, threadId) ?? [] }, { headers: NO_STORE });
    }),

    /** `GET /api/threads/:id/events`: the log from `Last-Event-ID` or `?after=`, until the client leaves. */
    events: route(async (server, who, threadId, request) => {
      const { log } = server.ports;
      const cursor = request.headers.get('last-event-id') ?? new URL(request.url).searchParams.get('after') ?? '0';
      if (!/^\d{1,15}$/.test(cursor)) {
        return problemResponse(400, { code: 'BAD_REQUEST', message: 'The cursor is a sequence number.' });
      }
      if (!(await log.find(threadId, who.owner))) return undefined;
      const { streams } = server.limiter.hold(who, ['streams']);
      const lines = (signal: AbortSignal) => log.tail(threadId, Number(cursor), signal);
      return streamOf(server, threadId, { lines, share: shareOf(asStored(who, server)), release: streams });
    }),

    /** `DELETE /api/threads/:id/run`: stops the live run and resolves pending calls; the body may be a `StopRequestSchema`. */
    run: route(async ({ ports, limiter }, { owner }, threadId, request, take) => {
      const text = await readBodyText(request, limiter.value, take);
      if (!text.ok) return problemResponse(text.status, text.problem);
      const body = parseBody(StopRequestSchema, text.value || '{}');
      if (!body.ok) return problemResponse(body.status, body.problem);
      const answer = await stopThread(ports, threadId, owner, body.value.notRun);
      return answer && Response.json(answer, { headers: NO_STORE });
    }),
  };
}
