// Another session, from another address: sends requests continuously, and also to an idle server of its own. On `tell` it
// reports the waiting times since the last time, milliseconds, shortest first; infinite for an answer that refuses or fails.
// node observer.mjs <port>
import { createServer, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const FOREVER = 1e9;
const headers = { authorization: `Bearer ${'observer '.repeat(5)}`, 'content-type': 'application/json' };
const THREAD = crypto.randomUUID();
/** A new run of the same thread, each time. */
const run = () =>
  JSON.stringify({
    threadId: THREAD,
    runId: crypto.randomUUID(),
    messages: [{ id: crypto.randomUUID(), role: 'user', content: 'What can you do?' }],
    tools: [],
    context: [],
    state: {},
    forwardedProps: { toolyard: { model: 'scripted', speed: 'instant' } },
  });
/** @type {[method: string, path: string, body?: () => string][]} What a person's page asks for. */
const ASKED = [
  ['POST', '/api/session', () => '{}'],
  ['POST', '/api/agent', run],
  ['GET', `/api/threads/${THREAD}`],
  ['GET', '/icon.svg'],
];

const idle = createServer((_request, response) => void response.end('here'));
await new Promise((resolve) => idle.listen(0, '127.0.0.1', () => resolve(undefined)));
const bound = idle.address();
const idlePort = bound !== null && typeof bound === 'object' ? bound.port : 0;

/** @param {number} port @param {string} method @param {string} path @param {string} [body] @returns {Promise<{ status: number; text: string }>} */
const ask = (port, method, path, body) =>
  new Promise((resolve, reject) => {
    const asked = request(
      { host: '127.0.0.1', port, method, path, headers, localAddress: '127.0.0.2', agent: false },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (piece) => (text += piece));
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
      },
    );
    asked.on('error', reject).end(body);
  });

/** How long the whole answer took. @param {number} port @param {string} method @param {string} path @param {string} [body] @returns {Promise<number>} milliseconds */
async function wait(port, method, path, body) {
  const since = performance.now();
  const { status, text } = await ask(port, method, path, body).catch(() => ({ status: 0, text: '' }));
  const sound = path === '/api/agent' ? text.includes('"RUN_FINISHED"') : status > 0 && status < 400;
  return sound ? performance.now() - since : FOREVER;
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
  for (const [method, path, body] of ASKED) {
    const ms = await wait(port, method, path, body?.());
    waits.ours.push(ms);
    if (ms > slowest.ms) slowest = { path, ms };
    waits.idle.push(await wait(idlePort, 'GET', '/'));
  }
  // A session may send twenty requests per second.
  await sleep(200);
}
