import { z } from 'zod';
import { AgentRecordSchema } from '../agents/agent-record';
import type { ClientPorts } from '../browser-ports';
import type { RecentCalls } from '../recent-calls';
import type { RunClient, RunResponse } from '../run-client';

interface DeleteOptions {
  client: RunClient;
  ports: Pick<ClientPorts, 'database' | 'snapshots'>;
  recentCalls: RecentCalls;
  /** Called once the server has deleted it; leaves it if it is open. */
  leave: () => Promise<void>;
}

const AgentsSchema = z.array(AgentRecordSchema.pick({ threadId: true })).catch([]);

/**
 * Deletes a thread and those of its sub-agents for good, on the server and then in this browser. It goes last, so that after a
 * failure it can be deleted again. Texts that are kept by their hash stay: other threads may have them, too.
 */
export async function deleteThread(
  { client, ports, recentCalls, leave }: DeleteOptions,
  threadId: string,
): Promise<RunResponse<undefined>> {
  const { threads, journal } = ports.database;
  const ids = new Set<string>();
  const removeAll = async (): Promise<RunResponse<undefined>> => {
    const agents = AgentsSchema.parse(await threads.get(`agents:${threadId}`));
    for (const id of [...agents.map((agent) => agent.threadId), threadId]) {
      if (ids.has(id)) continue;
      const answer = await client.remove(id);
      // One that is not there, or not any more, has nothing left to delete.
      if (!answer.ok && answer.status !== 404 && answer.status !== 410) return answer;
      ids.add(id);
    }
    return { ok: true, value: undefined };
  };
  const removed = await removeAll();
  if (!removed.ok) return removed;
  await leave();
  // Agents that were started meanwhile.
  const late = await removeAll();
  if (!late.ok) return late;
  const isOfThread = (key: string) => key.split(':').some((part) => ids.has(part));
  for (const table of [threads, journal]) {
    for (const [key] of await table.entries('')) if (isOfThread(key)) await table.delete(key);
  }
  await recentCalls.forget([...ids]);
  await (await ports.snapshots).remove(threadId);
  return { ok: true, value: undefined };
}
