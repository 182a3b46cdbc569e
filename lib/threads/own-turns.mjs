/**
 * How long turns may follow each other before timers and sockets get theirs, in milliseconds. Node accepts one connection
 * per round.
 */
const SLICE_MS = 5;

/**
 * Gives each piece of work its own turn of the event loop: the promise callbacks it triggers finish before the next piece
 * begins. However many are queued, timers and sockets wait no longer than one slice and one piece. Turns go round-robin by
 * `who`, so whoever queues many pieces delays only themselves.
 *
 * @param {() => boolean} [wait] whether to leave the turns of this round to the next
 * @returns {(work: () => void, who?: string) => void} `work` must not throw
 */
export function createTurns(wait = () => false) {
  /** @type {Map<string, (() => void)[]>} By `who`, in the order of their next turns. */
  const waiting = new Map();
  /** @type {number | undefined} When the first turn of this round of the event loop began. */
  let began;
  const take = () => {
    for (const [who, list] of waiting) {
      waiting.delete(who);
      const work = list.shift();
      if (list.length > 0) waiting.set(who, list);
      return work;
    }
    return undefined;
  };
  const next = () => {
    if (wait()) {
      setImmediate(next);
      return;
    }
    if (began === undefined) {
      began = performance.now();
      setImmediate(() => (began = undefined));
    } else if (performance.now() - began >= SLICE_MS) {
      setImmediate(next);
      return;
    }
    take()?.();
  };
  return (work, who = '') => {
    const list = waiting.get(who);
    if (list) list.push(work);
    else waiting.set(who, [work]);
    setImmediate(next);
  };
}
