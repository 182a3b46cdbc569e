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
import type { ThreadSummary, LogLine } from '@/lib/protocol';
import { jsonPieces, NoRoomError, othersTurn, StorageError, turnsOf } from '@/lib/threads';
import { readRunInput } from './body';
import { type Who, goneThread, noRoom, OverLimit, tooMuch } from './limiter';
import { keptAddress, secretsOf, handle } from './caller';
import { problemResponse } from './problem';
import type { ToolyardServer } from './server';
import { createServerServices } from './services';
import { EventType, type AGUIEvent, type RunAgentInput } from '@ag-ui/core';

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
const asKept = (who: Who, { secret }: ToolyardServer): Who => ({ ...who, address: keptAddress(who.address, secret) });

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
      const kept = asKept(who, server);
      const turns = turnsOf(kept);
      const body = await readRunInput(request, limiter.value, take, turns);
      if (!body.ok) return problemResponse(body.status, body.problem);
      const known = await ports.log.find(body.value.threadId, who.owner);
      const full = await noRoom(ports.log, known, kept, limiter.value);
      if (full) return full;
      const begin = async (): Promise<RunAnswer> => {
        const { grow, release } = limiter.threadFrom(who.address);
        const { runs } = limiter.hold(who, ['runs']);
        const end = (): void => [runs, release].forEach((each) => each());
        try {
          grow(known?.bytes ?? 0);
          const secrets = secretsOf(request, environment);
          const asked = { owner: who.owner, address: kept.address, input: body.value, secrets, grow };
          const answer = await startOrSupersede(server, who, asked);
          if (answer.ok) void answer.run.finally(end);
          else end();
          return answer;
        } catch (error) {
          end();
          throw error;
        }
      };
      const { streams } = limiter.hold(who, ['streams']);
      const beginning = begin();
      void beginning.then(({ ok }) => ok || streams(), streams);
      const answer = await beginning;
      if (!answer.ok && answer.status === 404) return noThread(server, request, body.value.threadId, who);
      if (!answer.ok) return problemResponse(answer.status, answer.problem, answer.retryAfter);
      const unlisten = listeners.add(answer.follow.threadId);
      return sseResponse(
        (signal) => spokenTo(body.value, followRun(ports, answer.follow, signal, begin)),
        heartbeatMs,
        () => {
          streams();
          unlisten();
        },
        turns,
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
        turnsOf(asKept(who, server)),
      );
    }),

  /** `DELETE /api/threads/:id/run`: stops the live run and resolves pending calls. */
  run: (request: Request, threadId: string): Promise<Response> =>
    handle(open, request, async (server, who) => {
      const answer = await stopThread(server.ports, threadId, who.owner);
      return answer ? Response.json(answer, { headers: NO_STORE }) : noThread(server, request, threadId, who);
    }),
});

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  // `no-transform` turns off compression, which would delay events.
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};

const encoder = new TextEncoder();
/** Why a stream's signal aborts. Shared, because creating an exception for each client that leaves is costly. */
const GONE = new Error('The client is gone.');

/** Size from which a line is sent by itself, piece by piece, in bytes. */
const LONG = 64_000;

/** An event's line, which is encoded piece by piece as it is needed. */
class SentLine {
  readonly seq: number;
  readonly #pieces: Generator<string, undefined>;
  /** Those encoded so far. */
  readonly #encoded: Uint8Array[] = [];

  constructor({ seq, event }: SpokenLine) {
    this.seq = seq;
    this.#pieces = lineOf(seq, event);
  }

  /** The piece at an index; undefined after the last. */
  at(index: number): Uint8Array | undefined {
    if (index < this.#encoded.length) return this.#encoded[index];
    const { value } = this.#pieces.next();
    if (value !== undefined) this.#encoded.push(encoder.encode(value));
    return this.#encoded[index];
  }
}

function* lineOf(seq: number, event: SpokenLine['event']): Generator<string, undefined> {
  let piece = `id: ${seq}\ndata: `;
  for (const next of jsonPieces(event)) {
    if (piece.length > LONG) {
      yield piece;
      piece = '';
    }
    piece += next;
  }
  yield `${piece}\n\n`;
}

/** The line of an event, shared by all followers of a thread and kept as long as one of them holds the event. */
const sent = new WeakMap<SpokenLine['event'], SentLine>();

function sentLine(line: SpokenLine): SentLine {
  const known = sent.get(line.event);
  if (known?.seq === line.seq) return known;
  const made = new SentLine(line);
  sent.set(line.event, made);
  return made;
}

/** Neighbours that are short go in one chunk, since each write costs; of a long one, each piece is the bytes that all followers share. */
function* chunksOf(lines: readonly SpokenLine[]): Generator<Uint8Array, undefined> {
  let short: Uint8Array[] = [];
  let size = 0;
  for (const line of lines) {
    const made = sentLine(line);
    for (let index = 0; ; index += 1) {
      const bytes = made.at(index);
      if (bytes === undefined) break;
      if (short.length > 0 && size + bytes.length > LONG) {
        yield Buffer.concat(short);
        [short, size] = [[], 0];
      }
      if (bytes.length > LONG) yield bytes;
      else {
        short.push(bytes);
        size += bytes.length;
      }
    }
  }
  if (short.length > 0) yield Buffer.concat(short);
}

const failureOf = ({ code, message }: StorageError): string =>
  `data: ${JSON.stringify({ type: EventType.RUN_ERROR, code, message })}\n\n`;

/**
 * Lists of log lines as server-sent events with the sequence number as id, and a comment whenever the heartbeat is due and
 * there is nothing else to send.
 * `lines` gets a signal that aborts when the client leaves; errors after that are ignored. `onEnd` is called when the stream
 * ends, for whatever reason. Long lines are sent in the turns of `who`.
 */
export function sseResponse(
  lines: (signal: AbortSignal) => AsyncIterable<readonly SpokenLine[]>,
  heartbeatMs: number,
  onEnd: () => void = () => undefined,
  who?: string,
): Response {
  const gone = new AbortController();
  const iterator = lines(gone.signal)[Symbol.asyncIterator]();
  let chunks = chunksOf([]);
  /** Whether the last chunk was a piece of a long line: a reader that waits for nothing would have the rest made at once. */
  let long = false;
  /** Whether nothing is left to send: a comment inside a line would become part of it. */
  let idle = false;
  let heartbeat: NodeJS.Timeout | undefined;
  const end = (): void => {
    clearInterval(heartbeat);
    gone.abort(GONE);
    onEnd();
    // A source that is waiting reacts to the signal; one paused between two lines must be ended explicitly.
    iterator.return?.().catch(() => undefined);
  };
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (text: string): void => {
        try {
          controller.enqueue(encoder.encode(text));
        } catch {
          end();
        }
      };
      send(': open\n\n');
      heartbeat = setInterval(() => idle && send(': heartbeat\n\n'), heartbeatMs);
    },
    async pull(controller) {
      try {
        if (long) await othersTurn(who);
        if (gone.signal.aborted) return;
        let chunk = chunks.next();
        if (chunk.done) {
          idle = true;
          const next = await iterator.next();
          idle = false;
          if (next.done) {
            end();
            controller.close();
            return;
          }
          chunks = chunksOf(next.value);
          chunk = chunks.next();
        }
        long = !chunk.done && chunk.value.length > LONG;
        if (!chunk.done) controller.enqueue(chunk.value);
      } catch (error) {
        // If the client is gone, the stream is closed already. A failing log reports why, in an event without an id.
        if (!gone.signal.aborted && error instanceof StorageError) {
          controller.enqueue(encoder.encode(failureOf(error)));
          controller.close();
        } else if (!gone.signal.aborted) controller.error(error);
        end();
      }
    },
    cancel: end,
  });
  return new Response(body, { headers: HEADERS });
}

/** The outcome of a run in AG-UI 0.x, which rejects other types. A cancelled run has no outcome there. */
interface OlderOutcome {
  type: 'success' | 'interrupt';
}

/** A log line in the protocol version of its client. */
interface SpokenLine {
  seq: number;
  event: AGUIEvent | (Omit<Extract<AGUIEvent, { type: 'RUN_FINISHED' }>, 'outcome'> & { outcome?: OlderOutcome });
}

/**
 * A run's lines in the AG-UI version that its client speaks. An input without a version is from before 1.0; such a client
 * finds its pending calls among its messages.
 */
function spokenTo(
  { protocolVersion }: Pick<RunAgentInput, 'protocolVersion'>,
  lines: AsyncIterable<readonly LogLine[]>,
): AsyncIterable<readonly SpokenLine[]> {
  return protocolVersion === undefined || protocolVersion.startsWith('0.') ? inOlder(lines) : lines;
}

async function* inOlder(lines: AsyncIterable<readonly LogLine[]>): AsyncGenerator<readonly SpokenLine[]> {
  for await (const list of lines) yield list.map(inOlderWords);
}

function inOlderWords({ seq, event }: LogLine): SpokenLine {
  if (event.type !== EventType.RUN_FINISHED) return { seq, event };
  const { outcome, ...rest } = event;
  if (outcome?.type === 'success') return { seq, event: { ...rest, outcome: { type: 'success' } } };
  return { seq, event: outcome?.type === 'interrupt' ? event : rest };
}
