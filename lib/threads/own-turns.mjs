/** How long turns may follow each other before timers and sockets have theirs, milliseconds. Node accepts one connection a round. */
const SLICE_MS = 5;

/**
 * Gives each piece of work a turn of the event loop: what follows from one in promises is done before the next begins. However many are
 * asked for at once, timers and sockets are not kept waiting longer than a slice and one piece; and whoever asks for many waits for
 * them, and nobody else: turns go round by who asks.
 *
 * @param {() => boolean} [wait] whether the turns of this round are left to the next
 * @returns {(work: () => void, who?: string) => void} `work` throws nothing
 */
export function createTurns(wait = () => false) {
  /** @type {Map<string, (() => void)[]>} By who asks, who is next first. */
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
