/**
 * How long tasks may follow each other before timers and sockets are served, in milliseconds. Node accepts one connection
 * per round.
 */
const SLICE_MS = 5;

/**
 * What waits, served round-robin by `who`, so whoever queues much delays only themselves. `who` may be of two parts with a
 * space between, as an address and a session: within the share of the first, it goes round-robin by the second.
 *
 * @template T
 */
export class FairQueue {
  /** @type {Map<string, Map<string, T[]>>} By the parts of `who`, each in the order in which they are served. */
  #lists = new Map();

  get isEmpty() {
    return this.#lists.size === 0;
  }

  /** @param {T} item @param {string} who */
  add(item, who) {
    const [first = '', second = ''] = who.split(' ', 2);
    const lists = this.#lists.get(first) ?? new Map();
    this.#lists.set(first, lists);
    const list = lists.get(second);
    if (list) list.push(item);
    else lists.set(second, [item]);
  }

  /** The next one, which waits no longer. @returns {T | undefined} */
  take() {
    return takeFrom(
      this.#lists,
      (lists) =>
        takeFrom(
          lists,
          (list) => list.shift(),
          (list) => list.length === 0,
        ),
      (lists) => lists.size === 0,
    );
  }
}

/**
 * What `take` takes from the first entry, which goes to the end unless nothing is left of it.
 *
 * @template V, T @param {Map<string, V>} entries @param {(value: V) => T | undefined} take @param {(value: V) => boolean} isOver
 * @returns {T | undefined}
 */
function takeFrom(entries, take, isOver) {
  for (const [key, value] of entries) {
    const taken = take(value);
    entries.delete(key);
    if (!isOver(value)) entries.set(key, value);
    return taken;
  }
  return undefined;
}

/**
 * Runs each piece of work in a task of its own: the promise callbacks it triggers finish before the next piece
 * begins. However many are queued, timers and sockets wait no longer than one slice and one piece. They are taken round-robin by
 * `who`, so whoever queues many pieces delays only themselves.
 *
 * @param {() => boolean} [wait] whether to leave what is due in this round of the event loop to the next
 * @returns {(work: () => void, who?: string) => void} `work` must not throw
 */
export function createFairScheduler(wait = () => false) {
  /** @type {FairQueue<() => void>} */
  const waiting = new FairQueue();
  /** @type {number | undefined} When the first task of this round of the event loop began. */
  let began;
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
    waiting.take()?.();
  };
  return (work, who = '') => {
    waiting.add(work, who);
    setImmediate(next);
  };
}
