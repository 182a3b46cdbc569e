/** How long turns may follow each other before timers and sockets have theirs, milliseconds. */
const SLICE_MS = 20;

/**
 * Gives each piece of work a turn of the event loop, in order: what follows from one in promises is done before the next begins. However
 * many are asked for at once, timers and sockets are not kept waiting longer than a slice and one piece.
 *
 * @returns {(work: () => void) => void} `work` throws nothing
 */
export function createTurns() {
  /** @type {(() => void)[]} */
  const waiting = [];
  /** @type {number | undefined} When the first turn of this round of the event loop began. */
  let began;
  const next = () => {
    if (began === undefined) {
      began = performance.now();
      setImmediate(() => (began = undefined));
    } else if (performance.now() - began >= SLICE_MS) {
      setImmediate(next);
      return;
    }
    waiting.shift()?.();
  };
  return (work) => {
    waiting.push(work);
    setImmediate(next);
  };
}
