/** So much of the gap lies between the phases of two streams: they spread evenly, however many there are. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;
let streams = 0;

/**
 * Calls `work` every `gap` milliseconds, each stream in a phase of its own: people do not read in step. Returns a function that
 * ends it.
 *
 * @param {number} gap @param {() => void} work
 */
export function every(gap, work) {
  streams += 1;
  /** @type {NodeJS.Timeout} */
  let timer = setTimeout(() => (timer = setInterval(work, gap)), ((streams * GOLDEN) % 1) * gap);
  return () => clearInterval(timer);
}
