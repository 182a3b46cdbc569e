import { NoRoomError, StorageError } from '@/lib/threads';
import { OverLimit, type Who, tooMany } from './limiter';
import { networkOf } from './network.mjs';
import { problemResponse } from './problem';
import { sessionOf, allowedOrigin, openTo, refuseRequest } from './caller';
import type { ToolyardServer } from './server';
import { EventType, type AGUIEvent, type RunAgentInput } from '@ag-ui/core';
import type { LogLine } from '@/lib/protocol';

/** A route's work. `take` counts bytes of the body that is read, until the work is done; it throws `OverLimit`. */
type Work = (server: ToolyardServer, who: Who, take: (bytes: number) => void) => Promise<Response> | Response;

/**
 * Common handling of every route: checks the request, finds the session, sets a cookie for a new one, and turns whatever is
 * thrown into a problem.
 */
export async function handle(open: () => ToolyardServer, request: Request, work: Work): Promise<Response> {
  const response = await answer(open, request, work);
  cancelUnsent(request, response);
  const origin = attempt(() => allowedOrigin(request, open().environment));
  return origin === undefined ? response : openTo(origin, response);
}

async function answer(open: () => ToolyardServer, request: Request, work: Work): Promise<Response> {
  try {
    const server = open();
    const { limiter } = server;
    const address = networkOf(request.headers.get('x-forwarded-for') ?? '');
    limiter.requestFrom(address);
    const refused = refuseRequest(request, server.environment);
    if (refused) return problemResponse(403, refused);
    const session = sessionOf(request, server.secret);
    if (!session.ok) return problemResponse(401, { code: 'BAD_BEARER', message: session.message });
    limiter.requestOf(session.owner);
    const who = { owner: session.owner, address, known: session.setCookie === undefined };
    const body = limiter.bodyFrom(address);
    const response = await Promise.resolve(work(server, who, body.take)).finally(body.release);
    if (session.setCookie !== undefined) response.headers.append('set-cookie', session.setCookie);
    return response;
  } catch (error) {
    if (error instanceof OverLimit) return tooMany(error, open().limiter.value(error.limit));
    if (error instanceof NoRoomError) return problemResponse(403, { code: error.code, message: error.message });
    if (error instanceof StorageError) return problemResponse(503, { code: error.code, message: error.message });
    const message = error instanceof Error ? error.message : 'The server failed.';
    return problemResponse(500, { code: 'INTERNAL', message });
  }
}

/**
 * Cancels a body that nobody is sent, so that its stream ends: Next neither sends nor cancels one that answers HEAD, or whose
 * client leaves before it begins.
 */
function cancelUnsent({ method, signal }: Request, { body }: Response): void {
  // Once it is being sent, it is locked, and Next cancels it.
  const cancel = (): void => void body?.cancel().catch(() => undefined);
  if (method === 'HEAD' || signal.aborted) cancel();
  else signal.addEventListener('abort', cancel, { once: true });
}

/** The error of a server that cannot be opened has been answered already. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  // `no-transform` turns off compression, which would delay events.
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};

const encoder = new TextEncoder();
/** Why a stream's signal aborts. Shared, because creating an exception for each client that leaves is costly. */
const GONE = new Error('The client is gone.');

/** The encoded form of an event, shared by all followers of a thread and kept as long as one of them holds the event. */
const sent = new WeakMap<SpokenLine['event'], { seq: number; bytes: Uint8Array }>();

function bytesOf({ seq, event }: SpokenLine): Uint8Array {
  const known = sent.get(event);
  if (known?.seq === seq) return known.bytes;
  const bytes = encoder.encode(`id: ${seq}\ndata: ${JSON.stringify(event)}\n\n`);
  sent.set(event, { seq, bytes });
  return bytes;
}

/** Size from which a line is a chunk of its own, in bytes. */
const LONG = 64_000;

/** Neighbours that are short go in one chunk, since each write costs; a long one is the bytes that all followers share. */
function* chunksOf(lines: readonly SpokenLine[]): Generator<Uint8Array, undefined> {
  let short: Uint8Array[] = [];
  let size = 0;
  for (const line of lines) {
    const bytes = bytesOf(line);
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
  if (short.length > 0) yield Buffer.concat(short);
}

const failureOf = ({ code, message }: StorageError): string =>
  `data: ${JSON.stringify({ type: EventType.RUN_ERROR, code, message })}\n\n`;

/**
 * Lists of log lines as server-sent events with the sequence number as id, and a comment whenever the heartbeat is due.
 * `lines` gets a signal that aborts when the client leaves; errors after that are ignored. `onEnd` is called when the stream
 * ends, for whatever reason.
 */
export function sseResponse(
  lines: (signal: AbortSignal) => AsyncIterable<readonly SpokenLine[]>,
  heartbeatMs: number,
  onEnd: () => void = () => undefined,
): Response {
  const gone = new AbortController();
  const iterator = lines(gone.signal)[Symbol.asyncIterator]();
  let chunks = chunksOf([]);
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
      heartbeat = setInterval(() => send(': heartbeat\n\n'), heartbeatMs);
    },
    async pull(controller) {
      try {
        let chunk = chunks.next();
        if (chunk.done) {
          const next = await iterator.next();
          if (next.done) {
            end();
            controller.close();
            return;
          }
          chunks = chunksOf(next.value);
          chunk = chunks.next();
        }
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
export function spokenTo(
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
