import type { AgentOptions } from '@/lib/protocol';
import type { CallContext } from '@/lib/tools/dispatch';
import type { ClientPorts } from '../browser-ports';
import type { RunClient } from '../run-client';
import type { Inbox } from '../thread/inbox';
import type { SessionSnapshot } from '../thread/session-snapshot';
import type { ThreadMemory } from '@/lib/stores';
import { createThreadSession, type ThreadSession } from '../thread/thread-session';
import type { Dispatching, Toolset } from '../executor/toolset';
import type { Visibility } from '../thread/visibility';
import type { AgentWorld } from './agent-world';

interface ChildSessionOptions {
  threadId: string;
  ports: Pick<ClientPorts, 'fetch' | 'wait' | 'locks' | 'database'>;
  client: RunClient;
  loadToolset: () => Promise<Toolset>;
  dispatching: Dispatching;
  /** Its own shell and ledger; undefined if there is no sandbox. */
  memory: ThreadMemory | undefined;
  agentOptions: () => AgentOptions;
  /** What other agents of the conversation have used. */
  tokensBeside: () => number;
  /** What its calls may use, without its restrictions. */
  context: (signal: AbortSignal) => Promise<CallContext>;
  /** Follows and stores the files, which belong to the thread it works for. */
  files: AgentWorld['files'];
  inbox: Inbox;
  onChange: (snapshot: SessionSnapshot) => void;
}

/**
 * Counts as hidden, so that it is followed only while a run is live: a browser has six connections per host, and agents run in
 * parallel.
 */
const UNSEEN: Visibility = { hidden: () => true, onChange: () => undefined };

/** A sub-agent's thread, followed by the tab that runs its parent; that tab also runs its calls. */
export function createChildSession(options: ChildSessionOptions): ThreadSession {
  const { threadId, client, ports, loadToolset, memory, inbox, onChange } = options;
  return createThreadSession({
    threadId,
    client,
    ports,
    visibility: UNSEEN,
    inbox,
    loadToolset,
    dispatching: {
      ...options.dispatching,
      async contextFor(_call, signal) {
        const { on } = await loadToolset();
        return { ...(await options.context(signal)), threadId, pool: () => on };
      },
    },
    runContext: async () => ({
      folder: memory?.shell.cwd,
      options: options.agentOptions(),
      tokensBeside: options.tokensBeside(),
    }),
    beforeCall: options.files.beforeCall,
    async keep(wrote) {
      await memory?.save();
      if (wrote) await options.files.afterCall(wrote);
    },
    onExecutor: () => undefined,
    onOptions: () => undefined,
    onDone: () => undefined,
    onChange,
  });
}
