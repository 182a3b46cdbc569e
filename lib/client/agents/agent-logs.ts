import type { AgentLog } from '@/lib/cassettes';
import { emptyThread, foldEvents, type ThreadState } from '@/lib/protocol';
import { createLatestWrite } from '@/lib/stores/latest-write';
import type { Toolset } from '../executor/toolset';
import type { AgentRecord } from './agent-record';
import type { AgentWorld } from './agent-world';
import { readLog } from './read-log';

interface AgentLogOptions {
  world: AgentWorld;
  records: () => readonly AgentRecord[];
  /** Whether another tab runs the agents. */
  elsewhere: () => boolean;
  /** An agent's conversation as far as it is known here; undefined if it is not. */
  threadOf: (id: string) => ThreadState | undefined;
  onRead: (id: string, thread: ThreadState, toolset: Toolset) => void;
  signal: AbortSignal;
}

/** The logs of sub-agents on the server. */
interface AgentLogs {
  /** Reads what agents have said on other pages and is not known here yet. */
  catchUp(): void;
  /** All logs, for a recording. Agents that said nothing or whose log cannot be read are left out. */
  all(): Promise<AgentLog[]>;
}

export function createAgentLogs(options: AgentLogOptions): AgentLogs {
  const { world, records, elsewhere, threadOf, onRead, signal } = options;
  /** Each agent's record (JSON) when its conversation was last read. */
  const readAs = new Map<string, string>();

  const logOf = (threadId: string, after = 0) => {
    const { client, ports } = world;
    return readLog({ client, fetch: ports.fetch, wait: ports.wait, threadId, after, signal });
  };
  /** The session reports an agent that works here; for one that works elsewhere, a changed record means that there is more. */
  const isNews = (record: AgentRecord): boolean =>
    elsewhere() ? readAs.get(record.id) !== JSON.stringify(record) : threadOf(record.id) === undefined;

  const readOne = async (record: AgentRecord): Promise<void> => {
    const { id, threadId } = record;
    readAs.set(id, JSON.stringify(record));
    const before = threadOf(id);
    const known = before ?? emptyThread;
    const [lines, toolset] = await Promise.all([logOf(threadId, known.seq), world.loadToolset({})]).catch(() => []);
    if (lines && toolset && threadOf(id) === before) onRead(id, foldEvents(known, lines), toolset);
  };
  // One after the other, because each log takes a request of its own.
  const reading = createLatestWrite(async () => {
    for (const record of records()) if (!signal.aborted && isNews(record)) await readOne(record);
  });
  return {
    catchUp: () => void reading.request().catch(() => undefined),
    async all() {
      const logs: AgentLog[] = [];
      for (const { id, threadId, parent, callId, begun } of records()) {
        const log = await logOf(threadId);
        if (log?.length) logs.push({ id, parent, callId, ...begun, log });
      }
      return logs;
    },
  };
}
