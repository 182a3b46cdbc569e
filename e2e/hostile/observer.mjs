// Another session, from another address: asks all the time, and says how long it waits. node observer.mjs <port>
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const port = Number(process.argv[2]);
const headers = { authorization: `Bearer ${'observer '.repeat(5)}`, 'content-type': 'application/json' };
const ASKED = /** @type {const} */ ([
  ['POST', '/api/session'],
  ['GET', '/api/threads/observed'],
  ['GET', '/icon.svg'],
]);

/** @param {string} method @param {string} path @returns {Promise<number>} the status */
const ask = (method, path) =>
  new Promise((resolve, reject) => {
    const asked = request(
      { host: '127.0.0.1', port, method, path, headers, localAddress: '127.0.0.2', agent: false },
      (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
      },
    );
    asked.on('error', reject).end();
  });

/** @type {{ path: string; ms: number }[]} */
const waits = [];
let over = false;
process.on('message', () => (over = true));
while (!over) {
  for (const [method, path] of ASKED) {
    const since = performance.now();
    const status = await ask(method, path).catch(() => 0);
    waits.push({
      path,
      ms: status === 0 || status >= 500 || status === 429 ? Number.POSITIVE_INFINITY : performance.now() - since,
    });
  }
  await sleep(20);
}
process.send?.(
  waits.map(({ path, ms }) => ({ path, ms: Number.isFinite(ms) ? ms : -1 })),
  () => process.exit(0),
);
