import { agentClient, bareClient } from '../clients.mjs';
import { playScenario } from '../conversation.mjs';
import { heldRow, startServer, withDataFolder } from './servers.mjs';
import { verdict } from './verdict.mjs';

const BESIDE = 100;
const CALLS = 5;

/**
 * Conversations of five calls run at once, each in its own session; fewer of them for comparison with the bare loop. Rows for
 * the table.
 *
 * @param {{ conversations: number }} size
 */
export async function conversationRows({ conversations }) {
  return withDataFolder(async (data) => {
    const server = await startServer(data, { TOOLYARD_ADDRESS_REQUESTS: '1000000' });
    try {
      // The first request loads the code that answers it.
      await atOnce(1, () => agentClient(server.url));
      await server.measure();
      const all = await atOnce(conversations, () => agentClient(server.url));
      const held = heldRow(await server.measure());
      await atOnce(BESIDE, () => bareClient(server.url));
      const bare = await atOnce(BESIDE, () => bareClient(server.url));
      const ours = await atOnce(BESIDE, () => agentClient(server.url));
      return [
        verdict(
          [
            `${conversations} conversations at once`,
            `${all.failed.length} failed`,
            `of ${CALLS} calls each, in ${(all.ms / 1000).toFixed(1)} s; goal: 0`,
          ],
          all.failed.length === 0,
        ),
        ...[...new Set(all.failed)].slice(0, 3).map((why) => ['  failed', '', why]),
        held,
        [
          `${BESIDE} conversations at once`,
          `${ours.ms.toFixed(0)} ms`,
          `${(ours.ms / bare.ms).toFixed(2)} × the bare loop's ${bare.ms.toFixed(0)} ms`,
        ],
      ];
    } finally {
      await server.stop();
    }
  });
}

/** @param {number} count @param {() => import('../clients.mjs').Run} client */
async function atOnce(count, client) {
  const started = performance.now();
  const settled = await Promise.allSettled(Array.from({ length: count }, () => playScenario(client(), CALLS)));
  const failed = settled.flatMap((one) => (one.status === 'rejected' ? [causeOf(one.reason)] : []));
  return { failed, ms: performance.now() - started };
}

/** @param {unknown} reason */
const causeOf = (reason) =>
  reason instanceof Error ? [reason.message, reason.cause instanceof Error ? reason.cause.message : ''].join(' ') : '?';
