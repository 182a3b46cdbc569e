import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { parseAnswer } from './bounded';
import type { ModelEvent } from './model';
import { faultIn, faultOf, issue, providerError, quote } from './provider-errors';
import { withoutSecrets } from './secrets';

/**
 * How long a provider may take to begin its reply, in milliseconds: a model on a person's own machine may have to be loaded
 * first.
 */
export const HEADERS_MS = 300_000;

/** Most characters of one event, far more than any provider sends. */
const MOST = 16 * 1024 * 1024;

/** How long the end of a complete reply is waited for, in milliseconds: its usage may still come. */
const LATE_MS = 2_000;

/** What a reply consists of. Figures and the ends of its parts may still come after its stop reason. */
const PARTS: ReadonlySet<ModelEvent['type']> = new Set(['text', 'reasoning', 'call-start', 'call-args']);

/** How one reply of a provider is requested and read. */
interface ProviderReply {
  open(signal: AbortSignal): PromiseLike<Response>;
  events(said: unknown): Iterable<ModelEvent>;
  /** The provider sent its end marker, which is not an event. */
  done?(): void;
  /** Events that follow once the stream is over. */
  end?(): Iterable<ModelEvent>;
  /** Whether the reply is complete. */
  readonly over: () => boolean;
  /** Keys and header values that a failure must not quote. */
  readonly secrets: readonly string[];
}

/** One streamed reply as model events, piece by piece. Throws `ModelError`, or the signal's reason if it aborts. */
export async function* providerTurn(reply: ProviderReply, signal: AbortSignal): AsyncGenerator<readonly ModelEvent[]> {
  signal.throwIfAborted();
  // A signal of its own: the SDKs leave their listeners on the one they get, and this one may serve many turns.
  const asking = new AbortController();
  const giveUp = (): void => asking.abort(signal.reason);
  signal.addEventListener('abort', giveUp);
  let streaming = false;
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  try {
    const { body } = await reply.open(asking.signal);
    streaming = true;
    if (!body) throw issue('STREAM_BROKEN', 'The reply has no body.');
    reader = body.getReader();
    const eventsSent = eventReader();
    let done = false;
    // Some servers give a stop reason with each piece: then only the end is the end.
    let wentOn = false;
    const isOver = (): boolean => reply.over() && (done || !wentOn);
    let until: number | undefined;
    for (let ended = false; !ended;) {
      until = isOver() ? (until ?? performance.now() + LATE_MS) : undefined;
      const piece = await (until === undefined ? reader.read() : pieceBefore(reader, until));
      ended = piece.done;
      const said: ModelEvent[] = [];
      try {
        for (const sent of eventsSent(piece.value)) {
          if (done || sent.data.trim() === '') continue;
          done = sent.data.startsWith('[DONE]');
          if (done) reply.done?.();
          else {
            const wasOver = reply.over();
            for (const given of read(sent, isOver()))
              for (const event of reply.events(given)) {
                said.push(event);
                wentOn ||= wasOver && PARTS.has(event.type);
              }
          }
        }
      } finally {
        // What came before a malformed event has been said.
        if (said.length > 0) yield said;
      }
    }
  } catch (error) {
    signal.throwIfAborted();
    throw withoutSecrets(providerError(error, streaming), reply.secrets);
  } finally {
    signal.removeEventListener('abort', giveUp);
    reader?.cancel().catch(() => undefined);
  }
  signal.throwIfAborted();
  if (!reply.over()) throw issue('STREAM_BROKEN', 'The reply broke off before its end.');
  const last = [...(reply.end?.() ?? [])];
  if (last.length > 0) yield last;
}

/**
 * Returns the events that a piece completes, or the end, which is undefined. The SDKs' own readers copy all of a
 * long event for each of its pieces.
 */
function eventReader(): (piece: Uint8Array | undefined) => readonly EventSourceMessage[] {
  let sent: EventSourceMessage[] = [];
  let tooLong = false;
  const { feed } = createParser({
    maxBufferSize: MOST,
    onEvent: (event) => sent.push(event),
    onError: ({ type }) => (tooLong ||= type === 'max-buffer-size-exceeded'),
  });
  const decoder = new TextDecoder();
  return (piece) => {
    sent = [];
    // Some servers omit the last empty line.
    feed(piece ? decoder.decode(piece, { stream: true }) : `${decoder.decode()}\n\n`);
    if (tooLong) throw issue('BAD_ANSWER', `An event of the reply is longer than ${MOST} characters.`);
    return sent;
  };
}

/**
 * The next piece of a complete reply. The end if none comes in time, since some servers leave the connection open, or if it
 * breaks: nothing is lost by either.
 */
async function pieceBefore(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  until: number,
): Promise<{ done: boolean; value?: Uint8Array }> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<{ done: true }>((resolve) => {
    timer = setTimeout(() => resolve({ done: true }), until - performance.now());
  });
  try {
    return await Promise.race([reader.read(), late]);
  } catch {
    return { done: true };
  } finally {
    clearTimeout(timer);
  }
}

/** What an event holds. Nothing if it is no JSON or an error and the reply is complete: nothing is lost by what follows. */
function read({ event, data }: EventSourceMessage, isOver: boolean): readonly unknown[] {
  const parsed = parseAnswer(data);
  const fault = event === 'error' ? faultOf(parsed.ok ? parsed.value : data) : faultIn(parsed.ok && parsed.value);
  if (isOver && (fault || !parsed.ok)) return [];
  if (fault) throw fault;
  if (!parsed.ok && parsed.tooMuch) throw issue('BAD_ANSWER', parsed.reason);
  if (!parsed.ok) throw issue('STREAM_BROKEN', `A piece of the reply is no JSON: ${quote(data)}`);
  return [parsed.value];
}
