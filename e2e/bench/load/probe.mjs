// Preloaded into a server under load: tells its parent how long its event loop was held up, what memory it takes, and what it costs.
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const NS_A_MS = 1e6;
/** A timer that fires on time counts as this much. */
const RESOLUTION_MS = 5;
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();

/** What this thread has run, milliseconds: of a machine that is busy with something else it knows nothing. Not known but on Linux. */
function ranMs() {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / NS_A_MS;
  } catch {
    return Number.NaN;
  }
}
let ran = ranMs();
let longestRunMs = 0;
setInterval(() => {
  const now = ranMs();
  longestRunMs = Math.max(longestRunMs, now - ran);
  ran = now;
}, RESOLUTION_MS).unref();

process.channel?.unref();
process.on('message', (asked) => {
  if (asked !== 'measure') return;
  // Before the garbage is collected, which takes its time for nobody's load.
  const longestMs = Math.max(0, delay.max / NS_A_MS - RESOLUTION_MS);
  const measured = { longestMs, longestRunMs, ranMs: ranMs() };
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  process.send?.({ heapUsed, rss, ...measured });
  // The collection must be over before the next measure begins.
  setTimeout(() => {
    delay.reset();
    ran = ranMs();
    longestRunMs = 0;
  }, 4 * RESOLUTION_MS);
});
