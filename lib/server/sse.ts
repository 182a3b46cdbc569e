import type { LogLine } from '@/lib/protocol';
import { jsonPieces } from '@/lib/protocol/json-pieces';
import { yieldToOthers, StorageError } from '@/lib/threads';
import { EventType, type AGUIEvent, type RunAgentInput } from '@ag-ui/core';

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
  let text = `id: ${seq}\ndata: `;
  for (const piece of jsonPieces(event, 2 * LONG)) {
    if (text.length > LONG) {
      yield text;
      text = '';
    }
    text += piece;
  }
  yield `${text}\n\n`;
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
 * ends, for whatever reason. Much of it is sent in the slices of `who`.
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
  /** Whether more may follow the last chunk at once: a reader that waits for nothing would have all of it made in one task. */
  let full = false;
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
        if (full) await yieldToOthers(who);
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
        full = !chunk.done && chunk.value.length > LONG / 2;
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
export interface SpokenLine {
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
