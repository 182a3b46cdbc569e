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
  let due = performance.now() + ((streams * GOLDEN) % 1) * gap;
  /** @type {NodeJS.Timeout} */
  let timer;
  // An interval would begin anew when it is late, so that streams that were late together would stay together.
  const wait = () => {
    timer = setTimeout(() => {
      due += gap;
      wait();
      work();
    }, due - performance.now());
  };
  wait();
  return () => clearTimeout(timer);
}
