import { FairQueue } from './fair-queue.mjs';

/** How long work may run before other work gets its turn, in milliseconds. */
const SLICE_MS = 10;

/**
 * Runs `next` once timers and sockets have had their turn. A timer would not do in Node: one that is due when another has run
 * goes first, and the sockets wait. Of two immediates, sockets come between. Browsers have none.
 */
const afterOthers =
  typeof setImmediate === 'function'
    ? (next: () => void): unknown => setImmediate(() => setImmediate(next))
    : (next: () => void): unknown => setTimeout(next);

/** When the current slice began; undefined once timers and sockets have had their turn. */
let since: number | undefined;

/** Work for which the current slice has no room. */
const waiting = new FairQueue<() => void>();

const isUsedUp = (): boolean => since !== undefined && performance.now() - since >= SLICE_MS;

function useSlice(): void {
  if (since !== undefined) return;
  since = performance.now();
  afterOthers(() => void nextSlice());
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
export async function inSlice<T>(work: () => T | Promise<T>, who = ''): Promise<T> {
  if (!waiting.isEmpty || isUsedUp()) await new Promise<void>((resolve) => waiting.add(resolve, who));
  useSlice();
  return work();
}

/** Await it between two steps of long work. */
export const yieldToOthers = (who?: string): Promise<void> => inSlice(() => undefined, who);
