import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from '../statistics.mjs';
import { heldRow, startScript, startServer, withDataFolder } from './servers.mjs';
import { verdict } from './verdict.mjs';

const GAP_MS = 1_000;
const ROUNDS = 2;
const GOAL_MS = 250;
/** How many times as long as with a bare server an event may take. */
const GOAL_TIMES = 2;
/** The servers' clock counts microseconds here, so that a lease soon looks over: renewing it costs little, and nobody else wants it. */
const LEASE = '600000';

/**
 * Many open streams, each on its own thread to which a slow model sends a word per second, compared with a bare server with as
 * many timers. Rows for the table.
 *
 * @param {{ streams: number; seconds: number }} size
 */
export async function streamRows({ streams, seconds }) {
  return withDataFolder(async (data) => {
    const model = await startScript('e2e/bench/load/slow-model.mjs');
    const clocked = { BENCH_MICROSECONDS: '1' };
    const bare = await startScript('e2e/bench/load/bare-sse.mjs', clocked);
    const lease = { TOOLYARD_LEASE_MS: LEASE };
    const ours = await startServer(data, { TOOLYARD_ALLOW_HOSTS: new URL(model.url).host, ...lease, ...clocked });
    try {
      const paths = await startThreads(ours.url, `${model.url}/v1`, streams);
      /** @param {string} query @returns {Target[]} */
      const bareTargets = (query) =>
        Array.from({ length: streams }, () => ({ path: `/?gap=${GAP_MS}${query}`, headers: {} }));
      const relay = `&model=${encodeURIComponent(model.url)}`;
      /** @type {{ ours: number[]; bare: number[]; relay: number[] }} */
      const delays = { ours: [], bare: [], relay: [] };
      // In turns, so that noise on the machine affects both. The threads continue while nobody follows them.
      const before = await ours.measure();
      const since = performance.now();
      for (let round = 0; round < ROUNDS; round += 1) {
        delays.bare.push(...(await follow(bare.url, bareTargets(''), seconds)));
        delays.relay.push(...(await follow(bare.url, bareTargets(relay), seconds)));
        delays.ours.push(...(await follow(ours.url, paths, seconds)));
      }
      const after = await ours.measure();
      const theirs = quantile(delays.bare, 0.99);
      const stored = quantile(delays.relay, 0.99);
      const p99 = quantile(delays.ours, 0.99);
      return [
        [`${streams} streams, bare server`, ms(theirs), `p99; p50 ${ms(quantile(delays.bare, 0.5))}`],
        [`${streams} streams, bare relay that stores`, ms(stored), `p99; p50 ${ms(quantile(delays.relay, 0.5))}`],
        verdict(
          [
            `${streams} streams, append → received`,
            ms(p99),
            `p99; p50 ${ms(quantile(delays.ours, 0.5))}; goal: ≤ ${GOAL_MS} ms`,
          ],
          p99 <= GOAL_MS,
        ),
        verdict(
          [
            '  beside the bare server',
            `${(p99 / theirs).toFixed(2)} ×`,
            `p99; ${(p99 / stored).toFixed(2)} × the relay's; goal: ≤ ${GOAL_TIMES} × the bare server's`,
          ],
          p99 <= GOAL_TIMES * theirs,
        ),
        [
          '  what each event costs',
          ms((after.ranMs - before.ranMs) / (((performance.now() - since) / GAP_MS) * streams)),
          'of its thread; two thirds of them are followed by nobody',
        ],
        heldRow(after),
      ];
    } finally {
      await Promise.all([ours.stop(), bare.stop(), model.stop()]);
    }
  });
}

/** @typedef {{ path: string; headers: Record<string, string> }} Target */

/** Starts threads with a running run, each in its own session. @param {string} url @param {string} baseURL @param {number} count @returns {Promise<Target[]>} */
async function startThreads(url, baseURL, count) {
  const targets = [];
  for (let at = 0; at < count; at += 20) {
    const some = Array.from({ length: Math.min(20, count - at) }, () => startThread(url, baseURL));
    targets.push(...(await Promise.all(some)));
  }
  return targets;
}

/** @param {string} url @param {string} baseURL @returns {Promise<Target>} */
async function startThread(url, baseURL) {
  const threadId = randomUUID();
  const headers = { authorization: `Bearer ${randomUUID()}` };
  const leave = new AbortController();
  const answer = await fetch(`${url}/api/agent`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({
      threadId,
      runId: randomUUID(),
      messages: [{ id: randomUUID(), role: 'user', content: 'Go on for ever.' }],
      tools: [],
      context: [],
      state: {},
      forwardedProps: { toolyard: { model: 'openai', modelName: String(GAP_MS), baseURL } },
    }),
    signal: leave.signal,
  });
  if (!answer.ok) throw new Error(`A thread could not be started: ${answer.status} ${await answer.text()}`);
  // The run continues without this connection.
  leave.abort();
  return { path: `/api/threads/${threadId}/events`, headers };
}

/** Follows all of them for some seconds. @param {string} url @param {Target[]} targets @param {number} seconds @returns {Promise<number[]>} how long each event took, milliseconds */
async function follow(url, targets, seconds) {
  /** @type {number[]} */
  const delays = [];
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });
  let since = Number.POSITIVE_INFINITY;
  const opened = targets.map(
    ({ path, headers }) =>
      new Promise((resolve, reject) => {
        const asked = request(`${url}${path}`, { agent, headers }, (answer) => {
          if (answer.statusCode === 200) resolve(asked);
          else reject(new Error(`A stream was refused: ${answer.statusCode}`));
          answer.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
            const now = clock();
            for (const [, stamp] of text.matchAll(/"timestamp":(\d+)/g)) {
              const at = Number(stamp) / 1000;
              if (at >= since) delays.push(now - at);
            }
          });
          answer.on('error', () => undefined);
        });
        asked.on('error', reject).end();
      }),
  );
  const streams = await Promise.all(opened);
  // Events logged before all streams were open took longer to arrive.
  await sleep(1_000);
  since = clock();
  await sleep(seconds * 1_000);
  for (const stream of streams) stream.destroy();
  agent.destroy();
  return delays;
}

/** Milliseconds since the epoch, to the microsecond. */
const clock = () => performance.timeOrigin + performance.now();

/** @param {number} value */
const ms = (value) => `${value.toFixed(2)} ms`;
