import type { ModelError } from './model';
import { issue } from './provider-errors';

/** How long a stream may be silent, milliseconds. Providers send a sign of life more often than that. */
export const IDLE_MS = 90_000;
/** Longest reply that is read, bytes: far more than any model has room for. */
const MOST_BYTES = 64 * 1024 * 1024;
/** Characters of a wrong answer that are quoted. */
const QUOTED = 200;

/**
 * A fetch for streamed replies: what is answered instead of a stream of events is said at once, and a stream that falls silent is
 * broken off, as nobody else would.
 */
export const streamFetch =
  (fetch: typeof globalThis.fetch = globalThis.fetch, idleMs = IDLE_MS): typeof globalThis.fetch =>
  async (input, init) => {
    const response = await fetch(input, init);
    if (!response.ok || !response.body) return response;
    const type = response.headers.get('content-type') ?? 'text/event-stream';
    if (!/event-stream|octet-stream/i.test(type)) throw await notEvents(type, response);
    // The same response with another body: to copy it costs as much as to read it.
    return Object.defineProperty(response, 'body', { value: watched(response.body, idleMs) });
  };

async function notEvents(type: string, response: Response): Promise<ModelError> {
  const text = await response.text().catch(() => '');
  const quoted = text.replaceAll(/\s+/g, ' ').trim().slice(0, QUOTED);
  return issue('BAD_ANSWER', `The server answered with ${type.split(';')[0]} instead of a stream of events: ${quoted}`);
}

/** The same bytes, until none come for too long, or too many have come. */
function watched(body: ReadableStream<Uint8Array>, idleMs: number): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let length = 0;
  let waiting = false;
  let askedAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stall = (): void => undefined;
  /** One timer for many pieces: where one has come meanwhile, it goes on for what is left. */
  const look = () => {
    timer = undefined;
    // Whoever reads slowly is not kept waiting by the stream.
    if (!waiting) return;
    const left = askedAt + idleMs - performance.now();
    if (left > 0) timer = setTimeout(look, left);
    else stall();
  };
  const read = async (): Promise<Uint8Array | undefined> => {
    askedAt = performance.now();
    timer ??= setTimeout(look, idleMs);
    waiting = true;
    const { value } = await reader.read();
    waiting = false;
    length += value?.byteLength ?? 0;
    if (length > MOST_BYTES) throw issue('BAD_ANSWER', `The reply is longer than ${MOST_BYTES} bytes.`);
    return value;
  };
  const end = (reason?: unknown): Promise<void> => {
    clearTimeout(timer);
    return reader.cancel(reason);
  };
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        stall = () => {
          const stalled = issue('STREAM_BROKEN', `The stream stalled: nothing came for ${idleMs / 1000} s.`);
          controller.error(stalled);
          end(stalled).catch(() => undefined);
        };
      },
      async pull(controller) {
        try {
          const value = await read();
          if (value) controller.enqueue(value);
          else {
            clearTimeout(timer);
            controller.close();
          }
        } catch (error) {
          controller.error(error);
          end(error).catch(() => undefined);
        }
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
}
