import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { copyThread } from '../../../lib/threads/sqlite/testing/copy-thread.mjs';
import { agentClient } from '../clients.mjs';
import { playScenario } from '../conversation.mjs';
import { startServer, withDataFolder } from './servers.mjs';
import { verdict } from './verdict.mjs';

const GOAL_MS = 3_000;

/**
 * How long a server takes to start on a folder with many threads, until it has looked up one. Rows for the table.
 *
 * @param {{ threads: number }} size
 */
export async function manyThreadRows({ threads }) {
  return withDataFolder(async (data) => {
    const server = await startServer(data);
    await playScenario(agentClient(server.url));
    await server.stop();
    const few = await startAndAsk(data);
    copyThread(join(data, 'threads.db'), threads);
    const many = await startAndAsk(data);
    return [
      ['start on one thread', `${few.toFixed(0)} ms`, 'until a thread is looked for'],
      verdict(
        [`start on ${threads} threads`, `${many.toFixed(0)} ms`, `${(many / few).toFixed(2)} × (goal: ≤ 3 s)`],
        many <= GOAL_MS,
      ),
    ];
  });
}

/** @param {string} data @returns {Promise<number>} milliseconds */
async function startAndAsk(data) {
  const started = performance.now();
  const server = await startServer(data);
  try {
    const answer = await fetch(`${server.url}/api/threads/none`, {
      headers: { authorization: `Bearer ${randomUUID()}` },
    });
    if (answer.status !== 404) throw new Error(`The server answered ${answer.status}.`);
    return performance.now() - started;
  } finally {
    await server.stop();
  }
}
