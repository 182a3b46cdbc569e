/** How long work may go on before others have their turn, milliseconds. */
const SLICE_MS = 20;

/** For work in many steps: to be awaited between two of them. It lets others have their turn where the work has gone on for long. */
export function takingTurns(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < SLICE_MS) return;
    await new Promise((resolve) => setTimeout(resolve));
    since = performance.now();
  };
}
