import type { AgentOptions } from '@/lib/protocol';
import type { CallContext } from '@/lib/tools/dispatch';
import type { ClientPorts } from '../browser-ports';
import { answerCalls } from '../executor/answer-calls';
import { createJournal } from '../executor/journal';
import type { RunClient } from '../thread/run-client';
import { runInput } from '../thread/poster';
import type { Inbox } from '../thread/inbox';
import type { SessionSnapshot } from '../thread/session-snapshot';
import type { ThreadMemory } from '@/lib/stores';
import { createThreadSession, type ThreadSession } from '../thread/thread-session';
import type { Dispatching, ThreadDispatching, Toolset } from '../executor/toolset';
import type { Visibility } from '../thread/visibility';

export interface ChildSessionOptions {
  threadId: string;
  ports: Pick<ClientPorts, 'fetch' | 'wait' | 'locks' | 'database'>;
  client: RunClient;
  loadToolset: () => Promise<Toolset>;
  dispatching: Dispatching;
  /** Its own shell and ledger; undefined where there is no sandbox. */
  memory: ThreadMemory | undefined;
  agentOptions: () => AgentOptions;
  /** What other agents of the conversation have used. */
  tokensBeside: () => number;
  /** What its calls may use, but for what narrows them. */
  context: (signal: AbortSignal) => Promise<CallContext>;
  /** Stores the files, which are those of the thread it works for. */
  saveFiles: (wrote: boolean) => Promise<void>;
  inbox: Inbox;
  onChange: (snapshot: SessionSnapshot) => void;
}

/** It is followed while a run is live and no longer: a browser has six connections for a host, and agents work side by side. */
const UNSEEN: Visibility = { hidden: () => true, onChange: () => undefined };

/** A sub-agent's thread, followed by the tab that runs its parent, whose executor runs its calls too. */
export function createChildSession(options: ChildSessionOptions): ThreadSession {
  const { threadId, ports, client, loadToolset, memory } = options;
  const journal = createJournal(ports.database.journal, threadId);
  const dispatching: ThreadDispatching = {
    ...options.dispatching,
    async contextFor(_call, signal) {
      const { on } = await loadToolset();
      return { ...(await options.context(signal)), threadId, pool: () => on };
    },
  };
  return createThreadSession({
    threadId,
    client,
    fetch: ports.fetch,
    wait: ports.wait,
    locks: ports.locks,
    visibility: UNSEEN,
    inbox: options.inbox,
    async build(runId, messages, resume) {
      const { declarations } = await loadToolset();
      const folder = memory?.shell.cwd;
      const parts = { threadId, runId, messages, resume, declarations, folder, tokensBeside: options.tokensBeside() };
      return runInput({ ...parts, options: options.agentOptions() });
    },
    async answer(calls, answering, onCall) {
      const toolset = await loadToolset();
      return answerCalls(calls, { toolset, journal, dispatching, onCall }, answering);
    },
    async keep(wrote) {
      await memory?.save();
      await options.saveFiles(wrote);
    },
    onAnswered: (isAnswered) => void journal.forget(isAnswered),
    onExecutor: () => undefined,
    onOptions: () => undefined,
    onDone: () => undefined,
    onChange: options.onChange,
  });
}
