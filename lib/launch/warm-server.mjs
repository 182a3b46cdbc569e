import { once } from 'node:events';
import { request } from 'node:http';

/** What a first visitor asks for: Next loads the code of each when it is asked for it. Nothing is changed by these. */
export const FIRST_ASKED = [
  { method: 'GET', path: '/api/threads/none' },
  { method: 'POST', path: '/api/agent' },
  { method: 'GET', path: '/' },
];

/** The longest time for all of it, in milliseconds. */
const MOST_MS = 10_000;

/**
 * Asks a server that does not listen yet, so that nobody else pays for code that is loaded when it is first used, or waits
 * while it is. Whatever is answered, or not, it ends.
 *
 * @param {import('node:http').Server} server is closed in the end
 * @param {readonly { method: string; path: string }[]} asked @param {number} [mostMs]
 */
export async function warmServer(server, asked, mostMs = MOST_MS) {
  const signal = AbortSignal.timeout(mostMs);
  try {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    // What is wrong with one the first visitor is told, and the others are loaded.
    for (const one of asked) await ask(server, one, signal).catch(() => undefined);
  } catch {
    // It cannot listen here.
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/** @param {import('node:http').Server} server @param {{ method: string; path: string }} asked @param {AbortSignal} signal */
async function ask(server, { method, path }, signal) {
  const bound = server.address();
  const port = bound !== null && typeof bound === 'object' ? bound.port : 0;
  const headers = method === 'POST' ? { 'content-type': 'application/json' } : {};
  const asking = request({ host: '127.0.0.1', port, method, path, headers, agent: false, signal });
  const [answer] = await once(asking.end(), 'response');
  for await (const _ of answer);
}
