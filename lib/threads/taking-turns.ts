/** How long work may run before other work gets its turn, in milliseconds. */
const SLICE_MS = 20;

/** When the current slice began; undefined once timers and sockets have had their turn. */
let since: number | undefined;

/**
 * Runs one step of long work. If the current slice is used up, by whatever work, other tasks get their turn first: all long
 * work shares one slice.
 */
export async function inTurn<T>(work: () => T | Promise<T>): Promise<T> {
  while (since !== undefined && performance.now() - since >= SLICE_MS)
    await new Promise((resolve) => setTimeout(resolve));
  if (since === undefined) {
    since = performance.now();
    setTimeout(() => (since = undefined));
  }
  return work();
}

/** Resolves in the next turn of the event loop, when all that this one has set off is done. */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => void (typeof setImmediate === 'function' ? setImmediate(resolve) : setTimeout(resolve)));

/** Await it between two steps of long work. */
export const othersTurn = (): Promise<void> => inTurn(() => undefined);
