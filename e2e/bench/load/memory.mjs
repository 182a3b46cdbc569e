import { agentClient } from '../clients.mjs';
import { playScenario } from '../conversation.mjs';
import { startServer, withDataFolder } from './servers.mjs';
import { verdict } from './verdict.mjs';

/** The runs in one play of the scenario, and the number of plays at once. */
const RUNS = 7;
const AT_ONCE = 8;
const SAMPLES = 10;
const MB = 1024 * 1024;
/** Most megabytes that a thousand runs may leave behind, once the caches are full. */
const GOAL_MB = 1;

/**
 * How much memory remains after each of many runs, each play in new threads. Rows for the table.
 *
 * @param {{ runs: number }} size
 */
export async function memoryRows({ runs }) {
  return withDataFolder(async (data) => {
    const server = await startServer(data, {
      TOOLYARD_ADDRESS_REQUESTS: '1000000',
      NODE_OPTIONS: '--max-old-space-size=2048',
    });
    try {
      const part = Math.ceil(runs / SAMPLES / RUNS / AT_ONCE);
      /** @type {number[]} */
      const heaps = [];
      for (let sample = 0; sample < SAMPLES; sample += 1) {
        await Promise.all(Array.from({ length: AT_ONCE }, () => playTimes(part, server.url)));
        heaps.push((await server.measure()).heapUsed / MB);
      }
      const { rss } = await server.measure();
      const later = heaps.slice(SAMPLES / 2);
      const perThousand = (slope(later) * 1000) / (part * RUNS * AT_ONCE);
      return [
        verdict(
          [
            `memory over ${part * RUNS * AT_ONCE * SAMPLES} runs`,
            `${perThousand.toFixed(2)} MB`,
            `more a 1,000 runs in the second half (goal: ≤ ${GOAL_MB}); ${heaps.map((heap) => heap.toFixed(0)).join(' ')} MB, resident ${(rss / MB).toFixed(0)}`,
          ],
          perThousand <= GOAL_MB,
        ),
      ];
    } finally {
      await server.stop();
    }
  });
}

/** @param {number} times @param {string} url */
async function playTimes(times, url) {
  for (let time = 0; time < times; time += 1) await playScenario(agentClient(url));
}

/** The slope of the best-fitting line. @param {number[]} values */
function slope(values) {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const over = values.reduce((sum, value, index) => sum + (index - middle) * (value - mean), 0);
  return over / values.reduce((sum, _, index) => sum + (index - middle) ** 2, 0);
}
