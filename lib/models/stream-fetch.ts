import { parseAnyJson } from '@/lib/protocol';
import type { ModelError } from './model';
import { beginningOf, faultIn, issue, providerError, quote, refusing } from './provider-errors';
import { readThrough, type ReadObserver } from './read-through';

/** How long a stream may be silent, in milliseconds. Providers send keep-alives more often than that. */
const IDLE_MS = 90_000;
/** Longest reply that is read, in bytes: far more than any model produces. */
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * A `fetch` for streamed replies: throws at once if the response is not an event stream, and cuts off a stream that falls
 * silent, since nothing else would. One of another type is an event stream if it begins like one: some proxies call all text
 * plain.
 */
export const streamFetch =
  (fetch: typeof globalThis.fetch = globalThis.fetch, idleMs = IDLE_MS): typeof globalThis.fetch =>
  async (input, init) => {
    const response = await refusing(fetch, idleMs)(input, init);
    if (!response.body) return response;
    const type = response.headers.get('content-type') ?? 'text/event-stream';
    if (/event-stream|octet-stream/i.test(type)) return watchedResponse(response, idleMs);
    const { beginning, whole } = await lookedInto(response, response.body, idleMs);
    if (!EVENTS.test(beginning)) throw await notEvents(type, whole, idleMs);
    return watchedResponse(whole, idleMs);
  };

/** How a stream of events begins: with a comment or a field. */
const EVENTS = /^\s*(?::|(?:data|event|id|retry):)/;
/** Length of the longest of these beginnings, and of the blanks that are read before one. */
const ENOUGH = 'retry:'.length;
const MOST_BLANKS = 1_000;

/** The first characters of a response, and the response with them still to be read. */
async function lookedInto(
  { status, statusText, headers }: Response,
  body: ReadableStream<Uint8Array>,
  waitMs: number,
): Promise<{ beginning: string; whole: Response }> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const pieces: Uint8Array[] = [];
  let beginning = '';
  const timer = setTimeout(() => void reader.cancel().catch(() => undefined), waitMs);
  try {
    while (beginning.trimStart().length < ENOUGH && beginning.length < MOST_BLANKS) {
      const { value } = await reader.read();
      if (!value) break;
      pieces.push(value);
      beginning += decoder.decode(value, { stream: true });
    }
  } catch (error) {
    throw providerError(error);
  } finally {
    clearTimeout(timer);
  }
  const rest = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const piece = pieces.shift() ?? (await reader.read()).value;
      if (piece) controller.enqueue(piece);
      else controller.close();
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return { beginning, whole: new Response(rest, { status, statusText, headers }) };
}

function watchedResponse(response: Response, idleMs: number): Response {
  if (response.body) readThrough(response.body, (cancel) => watched(cancel, idleMs));
  return response;
}

async function notEvents(type: string, response: Response, waitMs: number): Promise<ModelError> {
  const text = await beginningOf(response, waitMs);
  const json = parseAnyJson(text);
  const what = type.split(';')[0];
  return (
    faultIn(json.ok && json.value) ??
    issue('BAD_ANSWER', `The server answered with ${what} instead of a stream of events: ${quote(text)}`)
  );
}

/** Fails if nothing arrives for too long, or if the stream is too long. */
function watched(cancel: (reason: unknown) => Promise<unknown>, idleMs: number): ReadObserver {
  let length = 0;
  let waiting = false;
  let askedAt = 0;
  let stalled: ModelError | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** One timer for many pieces: if one has arrived meanwhile, it waits for the rest of the time. */
  const look = () => {
    timer = undefined;
    // A slow reader does not count as a silent stream.
    if (!waiting) return;
    const left = askedAt + idleMs - performance.now();
    if (left > 0) {
      timer = setTimeout(look, left);
      return;
    }
    stalled = issue('STREAM_BROKEN', `The stream stalled: nothing came for ${idleMs / 1000} s.`);
    cancel(stalled).catch(() => undefined);
  };
  return {
    wanted() {
      askedAt = performance.now();
      timer ??= setTimeout(look, idleMs);
      waiting = true;
    },
    came(piece) {
      waiting = false;
      if (stalled) throw stalled;
      length += piece?.byteLength ?? 0;
      if (length > MOST_BYTES) throw issue('BAD_ANSWER', `The reply is longer than ${MOST_BYTES} bytes.`);
    },
    over: () => clearTimeout(timer),
  };
}
