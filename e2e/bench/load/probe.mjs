// Preloaded into a server under load: reports to its parent how long its event loop was blocked, its memory and its CPU time.
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

// Events are stamped with whole numbers: in milliseconds, they would hide what takes less.
if (process.env.BENCH_MICROSECONDS) Date.now = () => Math.round((performance.timeOrigin + performance.now()) * 1000);

const NS_A_MS = 1e6;
/** The delay measured for a timer that fires on time, milliseconds. */
const RESOLUTION_MS = 5;
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();

/** The CPU time of this thread, milliseconds, unaffected by other load on the machine. Only known on Linux. */
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
  // Measured before the garbage collection, whose time is not caused by the load.
  const longestMs = Math.max(0, delay.max / NS_A_MS - RESOLUTION_MS);
  const measured = { longestMs, longestRunMs, ranMs: ranMs() };
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  process.send?.({ heapUsed, rss, ...measured });
  // The collection must be over before the next measurement begins.
  setTimeout(() => {
    delay.reset();
    ran = ranMs();
    longestRunMs = 0;
  }, 4 * RESOLUTION_MS);
});
