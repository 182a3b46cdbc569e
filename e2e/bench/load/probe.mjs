// Preloaded into a server under load: tells its parent how long its event loop was held up, and what memory it takes.
import { monitorEventLoopDelay } from 'node:perf_hooks';

const MS = 1e6;
const RESOLUTION_MS = 5;
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();
process.channel?.unref();
process.on('message', (asked) => {
  if (asked !== 'measure') return;
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  process.send?.({
    heapUsed,
    rss,
    cpuMs: (user + system) / 1000,
    // A timer that fires on time counts as its own resolution.
    longestMs: Math.max(0, measured.longest - RESOLUTION_MS),
  });
  measured.longest = 0;
  delay.reset();
});

// What collecting garbage for an answer takes is nobody's load.
const measured = { longest: 0 };
setInterval(() => {
  measured.longest = Math.max(measured.longest, delay.max / MS);
  delay.reset();
}, 50).unref();
