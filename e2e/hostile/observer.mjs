// Another session, from another address: sends requests continuously, and also to an idle server of its own. On `tell` it
// reports the waiting times since the last time, milliseconds, shortest first; infinite for an answer that refuses or fails.
// node observer.mjs <port>
import { createServer, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const FOREVER = 1e9;
const headers = { authorization: `Bearer ${'observer '.repeat(5)}`, 'content-type': 'application/json' };
const ASKED = /** @type {const} */ ([
  ['POST', '/api/session'],
  ['GET', '/api/threads/observed'],
  ['GET', '/icon.svg'],
]);

const idle = createServer((_request, response) => void response.end('here'));
await new Promise((resolve) => idle.listen(0, '127.0.0.1', () => resolve(undefined)));
const bound = idle.address();
const idlePort = bound !== null && typeof bound === 'object' ? bound.port : 0;

/** @param {number} port @param {string} method @param {string} path @returns {Promise<number>} the status */
const ask = (port, method, path) =>
  new Promise((resolve, reject) => {
    const asked = request(
      { host: '127.0.0.1', port, method, path, headers, localAddress: '127.0.0.2', agent: false },
      (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
      },
    );
    asked.on('error', reject).end();
  });

/** @param {number} port @param {string} method @param {string} path @returns {Promise<number>} milliseconds */
async function wait(port, method, path) {
  const since = performance.now();
  const status = await ask(port, method, path).catch(() => 0);
  return status === 0 || status >= 500 || status === 429 ? FOREVER : performance.now() - since;
}

/** @type {{ ours: number[]; idle: number[] }} */
const waits = { ours: [], idle: [] };
let slowest = { path: '', ms: 0 };
/** @param {number[]} list */
const taken = (list) => list.splice(0).toSorted((a, b) => a - b);
process.on('message', () => {
  process.send?.({ ours: taken(waits.ours), idle: taken(waits.idle), slowest: slowest.path });
  slowest = { path: '', ms: 0 };
});
process.on('disconnect', () => process.exit(0));
const port = Number(process.argv[2]);
for (;;) {
  for (const [method, path] of ASKED) {
    const ms = await wait(port, method, path);
    waits.ours.push(ms);
    if (ms > slowest.ms) slowest = { path, ms };
    waits.idle.push(await wait(idlePort, 'GET', '/'));
  }
  // A session may send twenty requests per second.
  await sleep(150);
}
