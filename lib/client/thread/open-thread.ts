import type { UserMessage } from '@ag-ui/core';
import type { AgentLog } from '@/lib/cassettes';
import { emptyThread, type AgentOptions, type ThreadState } from '@/lib/protocol';
import type { Toolset } from '../executor/toolset';
import type { Inbox } from './inbox';
import type { SessionSnapshot } from './session-snapshot';
import { ThreadResources, type ResourceOptions } from './thread-resources';
import { createThreadSession, type ThreadSession } from './thread-session';

export interface ThreadOptions extends ResourceOptions {
  loadToolset: () => Promise<Toolset>;
  /** The workdir of the running sandbox. */
  workdir: () => string | undefined;
  /** Called when the agent is done; returns a message that keeps it going. Undefined at once if there is nobody to ask. */
  onDone: (thread: ThreadState, signal: AbortSignal) => Promise<UserMessage | undefined> | undefined;
  /** Gets the options that the server has stored for the thread. */
  onOptions: (options: AgentOptions) => void;
  onChange: (snapshot: SessionSnapshot) => void;
}

/** A thread's session and its sub-agents. */
export interface OpenThread extends ThreadSession {
  stopAgent(agentId: string): void;
  /** The logs of its sub-agents. */
  agentLogs(): Promise<readonly AgentLog[]>;
}

/** Makes this tab follow a thread and, if it holds the lock, run its calls with its own files and memory. */
export function openThread(options: ThreadOptions): OpenThread {
  const { id, ports, client, loadToolset, onDone } = options;
  let thread = emptyThread;
  const resources = new ThreadResources(options, { thread: () => thread, onInboxMessage: () => session.look() });
  const session = createThreadSession({
    threadId: id,
    client,
    ports,
    visibility: ports.visibility,
    inbox: inboxOf(resources),
    loadToolset,
    dispatching: { ...options.dispatching, contextFor: (_call, signal) => resources.context(signal) },
    async runContext() {
      // A preset may require absolute paths, so the model has to know the folder.
      if (options.agentOptions().preset) await options.place;
      await resources.sharedOpened();
      const tokensBeside = resources.agentTree?.tokens() ?? 0;
      return { folder: options.workdir(), options: options.agentOptions(), tokensBeside };
    },
    keep: (wrote) => resources.save(wrote),
    onExecutor: (executor) => resources.follow(executor),
    onOptions(stored) {
      options.onOptions(stored);
      resources.open();
    },
    onDone,
    onChange(snapshot) {
      ({ thread } = snapshot);
      options.onChange(snapshot);
    },
  });
  return {
    log: session.log,
    resume: () => session.resume(),
    send: (message) => session.send(message),
    retry: () => session.retry(),
    takeTurn: (turn) => session.takeTurn(turn),
    look: () => session.look(),
    takeOver: () => session.takeOver(),
    async stop() {
      resources.agentTree?.stopAll();
      await session.stop();
    },
    stopAgent: (agentId) => resources.agentTree?.stop(agentId),
    agentLogs: async () => resources.agentTree?.logs() ?? [],
    close() {
      resources.close();
      session.close();
    },
  };
}

/** The inbox of the thread's main agent; empty until its agents are loaded. */
const inboxOf = (resources: Pick<ThreadResources, 'agentTree'>): Inbox => ({
  waiting: (now) => resources.agentTree?.inbox.waiting(now) ?? [],
  delivered: (messages) => resources.agentTree?.inbox.delivered(messages),
  wake: (now) => resources.agentTree?.inbox.wake(now) ?? false,
  missing: (now) => resources.agentTree?.inbox.missing(now) ?? false,
  come: async (now, signal) => resources.agentTree?.inbox.come(now, signal),
});
