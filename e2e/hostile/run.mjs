// A hostile hour, in minutes: node e2e/hostile/run.mjs [attack …]. Needs a build. Whatever an attacker does, every other
// session gets answers within 500 ms, nothing private is reached, and our server answers nothing with a 5xx.
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect, createServer as createSocketServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { startServer } from '../bench/load/servers.mjs';
import { largeInputs } from './large-inputs.mjs';
import { oddInputs } from './odd-inputs.mjs';
import { oddRequests } from './odd-requests.mjs';
import { targets } from './targets.mjs';

const MOST_MS = 500;
/** The most that memory may grow while one attacker reads nothing. */
const MOST_BYTES = 300_000_000;
const SOCKET_SECONDS = 30;
const HOST = '127.0.0.1';
/** Each attack is made by another stranger, since the limits of one would keep the rest of them out. */
const stranger = () => ({ authorization: `Bearer ${crypto.randomUUID()}`, 'content-type': 'application/json' });
let headers = stranger();
/** Answers of the current attack, and how many of them said that a limit is reached. */
const told = { answers: 0, limited: 0 };

/** A secret that nobody may reach. */
const SECRET = crypto.randomUUID();
let reached = 0;
const canary = createServer((_request, response) => ((reached += 1), response.end(SECRET)));
const canaryPort = await listen(canary);

/** A provider whose only event never ends. */
const provider = createServer((request, response) => {
  request.resume();
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: "');
  Readable.from(endless())
    .on('error', () => undefined)
    .pipe(response);
});
const providerPort = await listen(provider);

/** A provider whose reply is packed a thousand times smaller, and that hangs up before anybody can have read it. */
const packed = gzipSync(`data: ${'x'.repeat(70_000_000)}`);
const abrupt = createSocketServer((socket) => {
  socket.on('error', () => undefined);
  socket.once('data', () => {
    socket.write(
      'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-encoding: gzip\r\nconnection: close\r\n\r\n',
    );
    socket.end(packed);
  });
});
const abruptPort = await listen(abrupt);

const data = mkdtempSync(join(tmpdir(), 'toolyard-hostile-'));
const server = await startServer(data, {
  TOOLYARD_HEADERS_SECONDS: '3',
  TOOLYARD_ALLOW_HOSTS: `${HOST}:${providerPort},${HOST}:${abruptPort}`,
});
const origin = server.url;
/** Of the current attack, milliseconds: each measurement begins anew. */
const held = { longestMs: 0, longestRunMs: 0 };
/** Bytes of memory that the server has. */
const memory = async () => {
  const { rss, longestMs, longestRunMs } = await server.measure();
  held.longestMs = Math.max(held.longestMs, longestMs);
  held.longestRunMs = Math.max(held.longestRunMs, longestRunMs);
  return rss;
};
const port = Number(new URL(origin).port);

/** @param {string} path @param {unknown} body @param {AbortSignal} [signal] @returns {Promise<{ status: number; text: string }>} */
const post = async (path, body, signal = AbortSignal.timeout(20_000)) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch(`${origin}${path}`, { method: 'POST', headers, body: text, signal });
  told.answers += 1;
  if (response.status === 429) told.limited += 1;
  return { status: response.status, text: await response.text() };
};
/** The answer to a request that is sent as it is. @param {string} text @returns {Promise<{ status: number; text: string }>} */
const send = (text) =>
  new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, HOST);
    const end = () => {
      socket.destroy();
      resolve({ status: Number(/^HTTP\/1.1 (\d+)/.exec(answer)?.[1] ?? 0), text: answer });
    };
    socket.setTimeout(20_000, () => socket.destroy(new Error('no answer')));
    // With the head, a stream has been opened and everything else been decided.
    socket.on('data', (bytes) => (answer += bytes.toString('latin1')).includes('\r\n\r\n') && setTimeout(end, 50));
    socket.on('close', end).on('error', reject);
    socket.write(text);
  });
/** @param {import('node:net').Server} server */
async function listen(server) {
  await new Promise((resolve) => server.listen(0, HOST, () => resolve(undefined)));
  const bound = server.address();
  return bound !== null && typeof bound === 'object' ? bound.port : 0;
}
function* endless() {
  for (const piece = 'x'.repeat(65_536); ;) yield piece;
}
/** @template T @param {readonly T[]} items @param {(item: T) => Promise<unknown>} work */
const inTwenties = async (items, work) => {
  for (let at = 0; at < items.length; at += 20) await Promise.allSettled(items.slice(at, at + 20).map(work));
};
/** @type {string[]} */
const faults = [];
/** @param {string} what @param {{ status: number; text: string }} answer */
const check = (what, { status, text }) => {
  if (status >= 500 && !/"code":"(NETWORK_ERROR|TIMEOUT|SERVER_ERROR|UNSUPPORTED)"/.test(text))
    faults.push(`${what}: ${status} ${text.slice(0, 120)}`);
  if (text.includes(SECRET)) faults.push(`${what}: got through`);
};

const run = (more = {}) => ({
  threadId: crypto.randomUUID(),
  runId: crypto.randomUUID(),
  messages: [{ id: 'u', role: 'user', content: 'Hi' }],
  tools: [],
  context: [],
  state: {},
  ...more,
});
/** @type {[string, () => Promise<unknown>][]} */
const ATTACKS = [
  [
    'private targets',
    () =>
      inTwenties(targets(canaryPort), async (url) => {
        check(`fetch ${url}`, await post('/api/services/web-fetch', { url, prompt: 'What is there?' }));
        check(`models ${url}`, await post('/api/services/models', { model: 'openai', baseURL: url }));
        const toolyard = { model: 'openai', modelName: 'm', baseURL: url };
        check(`agent ${url}`, await post('/api/agent', run({ forwardedProps: { toolyard } })));
      }),
  ],
  [
    'odd inputs',
    () => inTwenties(oddInputs(), async (body) => check(`odd ${body.slice(0, 60)}`, await post('/api/agent', body))),
  ],
  [
    'odd requests',
    () =>
      inTwenties(oddRequests(`${HOST}:${port}`), async (text) => {
        const what = `odd ${text.slice(0, 200).replaceAll('\r\n', ' ')}`;
        await send(text).then(
          (answer) => check(what, answer),
          (error) => faults.push(`${what}: ${error.message}`),
        );
      }),
  ],
  [
    'floods of services',
    async () => {
      const url = `http://${HOST}:${canaryPort}/`;
      const bodies = {
        'count-tokens': { text: 'x'.repeat(100_000) },
        'git-relay': { repository: url },
        'mcp-relay': { channel: 'c'.repeat(20), exchange: 'e', url, method: 'GET', headers: {} },
        models: { model: 'openai', baseURL: url },
        'remote-trigger': { url, event: 'e', data: {} },
        'web-fetch': { url: 'toolyard:permissions', prompt: 'What is there?' },
      };
      for (const [service, body] of Object.entries(bodies))
        await inTwenties(Array.from({ length: 150 }), async () =>
          check(service, await post(`/api/services/${service}`, body)),
        );
    },
  ],
  ['a flood of sessions', () => inTwenties(Array.from({ length: 3_000 }), () => post('/api/session', '{}'))],
  [
    'a flood of searches',
    () =>
      inTwenties(Array.from({ length: 200 }), (_, n) =>
        post('/api/services/web-search', { query: `permission modes ${n}` }),
      ),
  ],
  [
    'a flood of runs',
    () =>
      inTwenties(Array.from({ length: 300 }), () =>
        post('/api/agent', run({ forwardedProps: { toolyard: { speed: 'instant' } } })),
      ),
  ],
  [
    'bombs',
    async () => {
      for (let round = 0; round < 5; round += 1) {
        const answers = await Promise.allSettled([
          post('/api/agent', run({ messages: [{ id: 'u', role: 'user', content: 'x'.repeat(15_000_000) }] })),
          post('/api/agent', '['.repeat(8_000_000)),
          post('/api/agent', `[${'1,'.repeat(4_000_000)}1]`),
          post('/api/services/web-search', { query: 'x'.repeat(1_000_000) }),
        ]);
        if (answers.some((answer) => answer.status === 'fulfilled' && answer.value.status === 429))
          faults.push('a bomb was not even looked at');
      }
    },
  ],
  [
    'large inputs',
    async () => {
      for (const [what, { forwardedProps, ...more }] of largeInputs()) {
        const { toolyard, ...others } = { toolyard: {}, ...forwardedProps };
        const body = run({ ...more, forwardedProps: { ...others, toolyard: { speed: 'instant', ...toolyard } } });
        check(what, await post('/api/agent', body));
      }
    },
  ],
  [
    'slow and silent sockets',
    async () => {
      const sockets = Array.from({ length: 1_500 }, (_, n) => {
        const socket = connect(port, HOST)
          .on('error', () => undefined)
          .resume();
        if (n % 3 === 1) socket.write('POST /api/agent HTTP/1.1\r\nhost: a\r\n');
        if (n % 3 === 2) socket.write(`POST /api/agent HTTP/1.1\r\nhost: ${HOST}\r\ncontent-length: 9\r\n\r\n`);
        return socket;
      });
      // The timeout begins on connection, which takes some seconds for this many at once.
      const headless = sockets.filter((_, n) => n % 3 !== 2);
      const open = () => headless.filter((socket) => !socket.destroyed && socket.readyState !== 'closed').length;
      for (let second = 0; second < SOCKET_SECONDS && open() > 0; second += 1) await sleep(1_000);
      if (open() > 0) faults.push(`${open()} sockets without a head are still open after ${SOCKET_SECONDS} s`);
      for (const socket of sockets) socket.destroy();
    },
  ],
  [
    'a reply without an end',
    async () => {
      await inTwenties([providerPort, providerPort, abruptPort, abruptPort], async (at) => {
        const toolyard = { model: 'openai', modelName: 'm', baseURL: `http://${HOST}:${at}` };
        const body = run({ forwardedProps: { toolyard } });
        const answer = await post('/api/agent', body, AbortSignal.timeout(60_000)).catch(String);
        if (typeof answer === 'string' || !answer.text.includes('"BAD_ANSWER"'))
          faults.push(`a reply without an end was read on: ${JSON.stringify(answer).slice(-200)}`);
      });
    },
  ],
  [
    'a long history that nobody reads',
    async () => {
      const before = await memory();
      const content = 'x'.repeat(900_000);
      const messages = Array.from({ length: 15 }, (_, n) => ({
        id: `${n}`,
        role: n % 2 ? 'assistant' : 'user',
        content,
      }));
      const { threadId, ...more } = run({ messages });
      await post('/api/agent', { threadId, ...more });
      const head = `GET /api/threads/${threadId}/events HTTP/1.1\r\nhost: ${HOST}\r\nauthorization: ${headers.authorization}\r\n\r\n`;
      const sockets = Array.from({ length: 200 }, () =>
        connect(port, HOST)
          .on('error', () => undefined)
          .pause(),
      );
      for (const socket of sockets) socket.write(head);
      await sleep(10_000);
      const grown = (await memory()) - before;
      if (grown > MOST_BYTES) faults.push(`it took ${(grown / 1e6).toFixed(0)} MB`);
      for (const socket of sockets) socket.destroy();
    },
  ],
  [
    'streams without end',
    async () => {
      const leaving = new AbortController();
      const { threadId } = run();
      await post('/api/agent', run({ threadId }));
      const answers = await Promise.allSettled(
        Array.from({ length: 600 }, () =>
          fetch(`${origin}/api/threads/${threadId}/events`, { headers, signal: leaving.signal }),
        ),
      );
      const open = answers.filter((answer) => answer.status === 'fulfilled' && answer.value.status === 200).length;
      if (open > 200) faults.push(`${open} streams of one session are open`);
      leaving.abort();
    },
  ],
];

const observer = fork(new URL('observer.mjs', import.meta.url), [String(port)]);
/** How long another session waited since the last time, and how long it waited for an idle server: that share is the machine's fault. @returns {Promise<{ ours: number[]; idle: number[]; slowest: string }>} milliseconds, shortest first; the slowest path */
const observed = () =>
  new Promise((resolve) => {
    observer.once('message', resolve);
    observer.send('tell');
  });
await sleep(1_000);
// The first request loads the code that answers it.
const services = ['count-tokens', 'git-relay', 'mcp-relay', 'models', 'remote-trigger', 'web-fetch', 'web-search'];
for (const path of ['/', '/tools', '/presets', '/workshop', '/compare']) await fetch(`${origin}${path}`);
for (const service of services) await post(`/api/services/${service}`, {});
await observed();
await server.measure();
const wanted = process.argv.slice(2);
for (const [name, attack] of ATTACKS) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const since = performance.now();
  headers = stranger();
  Object.assign(told, { answers: 0, limited: 0 });
  Object.assign(held, { longestMs: 0, longestRunMs: 0 });
  await attack();
  const { ours, idle, slowest } = await observed();
  await memory();
  const { longestMs, longestRunMs } = held;
  /** @param {number} part */
  const at = (part) => ours[Math.min(ours.length - 1, Math.floor(ours.length * part))]?.toFixed(0);
  const [longest = 0, excused = 0] = [ours.at(-1), idle.at(-1)];
  const seconds = ((performance.now() - since) / 1000).toFixed(1);
  const waited = `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms (${slowest}); for a server that does nothing ${excused.toFixed(0)} ms`;
  console.log(`${name}: ${seconds} s; another session: ${ours.length} requests, ${waited}`);
  console.log(
    `  the event loop was held ${longestMs.toFixed(0)} ms at most, and ran ${longestRunMs.toFixed(0)} ms of one turn`,
  );
  if (told.limited > 0) console.log(`  ${told.limited} of ${told.answers} answers said that a limit is reached`);
  if (longest - excused > MOST_MS) faults.push(`${name}: another session waited longer than ${MOST_MS} ms`);
}
if (reached > 0) faults.push(`the private server was asked ${reached} times`);
for (const fault of faults) console.log(`FAULT ${fault}`);
console.log(faults.length === 0 ? 'Nothing through.' : `${faults.length} faults.`);
observer.kill();
await server.stop();
canary.close();
provider.close();
abrupt.close();
rmSync(data, { recursive: true, force: true });
process.exit(faults.length === 0 ? 0 : 1);
