// Preloaded into a server under load: tells its parent how long its event loop was held up, and what memory it takes.
import { monitorEventLoopDelay } from 'node:perf_hooks';

const NS_A_MS = 1e6;
/** A timer that fires on time counts as this much. */
const RESOLUTION_MS = 5;
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();
process.channel?.unref();
process.on('message', (asked) => {
  if (asked !== 'measure') return;
  // Before the garbage is collected, which takes its time for nobody's load.
  const longestMs = Math.max(0, delay.max / NS_A_MS - RESOLUTION_MS);
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  process.send?.({ heapUsed, rss, longestMs });
  // The collection must be over before the next measure begins.
  setTimeout(() => delay.reset(), 4 * RESOLUTION_MS);
});
