import { EventType, type AGUIEvent, type RunAgentInput } from '@ag-ui/core';
import { StorageError } from '@/lib/threads';
import type { LogLine } from '@/lib/protocol';

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  // `no-transform` keeps compression off, which would hold events back.
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};

const encoder = new TextEncoder();
/** Why a stream's signal aborts: one for all, as an exception of its own costs each that leaves. */
const GONE = new Error('The client is gone.');

/** What followers of a thread are sent of an event: made once for all of them, and kept as long as one of them has it in hand. */
const sent = new WeakMap<SpokenLine['event'], { seq: number; bytes: Uint8Array }>();

function bytesOf({ seq, event }: SpokenLine): Uint8Array {
  const known = sent.get(event);
  if (known?.seq === seq) return known.bytes;
  const bytes = encoder.encode(`id: ${seq}\ndata: ${JSON.stringify(event)}\n\n`);
  sent.set(event, { seq, bytes });
  return bytes;
}

const failureOf = ({ code, message }: StorageError): string =>
  `data: ${JSON.stringify({ type: EventType.RUN_ERROR, code, message })}\n\n`;

/**
 * Log lines as server-sent events, the sequence number as id, with a comment when nothing came for a while. `lines` gets a
 * signal that aborts when the client leaves; what fails in writing to a client that is gone concerns nobody. `onEnd` is called when
 * the stream is over, however it ends.
 */
export function sseResponse(
  lines: (signal: AbortSignal) => AsyncIterable<SpokenLine>,
  heartbeatMs: number,
  onEnd: () => void = () => undefined,
): Response {
  const gone = new AbortController();
  const iterator = lines(gone.signal)[Symbol.asyncIterator]();
  let heartbeat: NodeJS.Timeout | undefined;
  const end = (): void => {
    clearInterval(heartbeat);
    gone.abort(GONE);
    onEnd();
    // A source that waits hears the signal; one that rests between two lines has to be told.
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
        const next = await iterator.next();
        if (next.done) {
          end();
          controller.close();
          return;
        }
        controller.enqueue(bytesOf(next.value));
      } catch (error) {
        // Where the client is gone the stream is closed already; a log that fails says why, without a place in the log.
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

/** The outcome of a run as AG-UI 0.x knows it, which refuses what it does not know. A cancelled run has none there. */
interface OlderOutcome {
  type: 'success' | 'interrupt';
}

/** A log line as a client of some version gets it. */
interface SpokenLine {
  seq: number;
  event: AGUIEvent | (Omit<Extract<AGUIEvent, { type: 'RUN_FINISHED' }>, 'outcome'> & { outcome?: OlderOutcome });
}

/**
 * A run's lines in the version of AG-UI that its client speaks. An input that names none is from before 1.0; such a client finds the
 * calls that wait for it among its messages.
 */
export async function* spokenTo(
  { protocolVersion }: Pick<RunAgentInput, 'protocolVersion'>,
  lines: AsyncIterable<LogLine>,
): AsyncGenerator<SpokenLine> {
  const older = protocolVersion === undefined || protocolVersion.startsWith('0.');
  for await (const line of lines) yield older ? inOlderWords(line) : line;
}

function inOlderWords({ seq, event }: LogLine): SpokenLine {
  if (event.type !== EventType.RUN_FINISHED) return { seq, event };
  const { outcome, ...rest } = event;
  if (outcome?.type === 'success') return { seq, event: { ...rest, outcome: { type: 'success' } } };
  return { seq, event: outcome?.type === 'interrupt' ? event : rest };
}
