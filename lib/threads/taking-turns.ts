import { EventType, type AGUIEvent } from '@ag-ui/core';
import { TurnQueue } from './own-turns.mjs';

/** How long work may run before other work gets its turn, in milliseconds. */
const SLICE_MS = 20;

/** When the current slice began; undefined once timers and sockets have had their turn. */
let since: number | undefined;

/** Work for which the current slice has no room. */
const waiting = new TurnQueue<() => void>();

const isUsedUp = (): boolean => since !== undefined && performance.now() - since >= SLICE_MS;

function useSlice(): void {
  if (since !== undefined) return;
  since = performance.now();
  setTimeout(() => void nextSlice());
}

async function nextSlice(): Promise<void> {
  since = undefined;
  while (!waiting.isEmpty && !isUsedUp()) {
    useSlice();
    waiting.take()?.();
    // What was let go begins here.
    await Promise.resolve();
  }
}

/**
 * Runs one step of long work. If the current slice is used up, by whatever work, other tasks get their turn first: all long
 * work shares one slice. Who waits is served in order, round-robin by `who`: many steps of one delay nobody else's.
 */
export async function inTurn<T>(work: () => T | Promise<T>, who = ''): Promise<T> {
  if (!waiting.isEmpty || isUsedUp()) await new Promise<void>((resolve) => waiting.add(resolve, who));
  useSlice();
  return work();
}

/** Await it between two steps of long work. */
export const othersTurn = (who?: string): Promise<void> => inTurn(() => undefined, who);

/** About how long a piece is, in characters. */
const PIECE = 128_000;

type Snapshot = Extract<AGUIEvent, { type: 'MESSAGES_SNAPSHOT' }>;
type Other = { type: Exclude<EventType, EventType.MESSAGES_SNAPSHOT> };

/**
 * The JSON of an event in pieces, so that other work can run between them: a history is serialized message by message, and
 * nothing else takes long.
 */
export function* jsonPieces(event: Snapshot | Other): Generator<string, undefined> {
  if (event.type !== EventType.MESSAGES_SNAPSHOT) {
    yield* cut(JSON.stringify(event));
    return;
  }
  const { messages, ...rest } = event;
  let piece = `${JSON.stringify(rest).slice(0, -1)},"messages":[`;
  for (const [index, message] of messages.entries()) {
    if (piece.length >= PIECE) {
      yield* cut(piece);
      piece = '';
    }
    piece += `${index === 0 ? '' : ','}${JSON.stringify(message)}`;
  }
  yield* cut(`${piece}]}`);
}

/** Cuts between characters: half of one cannot be encoded. */
function* cut(text: string): Generator<string, undefined> {
  let from = 0;
  while (text.length - from > 2 * PIECE) {
    const to = from + PIECE + (isHead(text.charCodeAt(from + PIECE - 1)) ? 1 : 0);
    yield text.slice(from, to);
    from = to;
  }
  yield text.slice(from);
}

/** Whether a UTF-16 unit is the first of two. */
const isHead = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
