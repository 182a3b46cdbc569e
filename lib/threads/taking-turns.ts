/** How long work may go on before others have their turn, milliseconds. */
const SLICE_MS = 20;

/** When work began that others have not had their turn since. */
let since: number | undefined;

/**
 * Does one step of long work. Where work has gone on for long, whoever's it was, others have their turn first: many that work at once
 * share one slice.
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

/** To be awaited between two steps of long work. */
export const othersTurn = (): Promise<void> => inTurn(() => undefined);
