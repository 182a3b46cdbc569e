import type { UserMessage } from '@ag-ui/core';
import type { AgentLog } from '@/lib/cassettes';
import type { BlobStore, ShellState } from '@/lib/ports';
import { emptyThread, type AgentOptions, type ThreadState } from '@/lib/protocol';
import type { CallContext } from '@/lib/tools/dispatch';
import { messageOf } from '@/lib/protocol/message-of';
import {
  createMemoryStore,
  createThreadTable,
  type Database,
  type ThreadTable,
  openThreadMemory,
  type ThreadMemory,
} from '@/lib/stores';
import { openAgentTree, type AgentTree } from '../agents/agent-tree';
import { usageOf, type AgentView } from '../agents/agent-view';
import type { AgentWorld, ChildDependencies } from '../agents/agent-world';
import type { BootedWorkspace } from '../workspace/boot-workspace';
import type { ClientPorts } from '../browser-ports';
import { answerCalls } from '../executor/answer-calls';
import { createJournal } from '../executor/journal';
import type { RunClient } from './run-client';
import { runInput } from './poster';
import type { Inbox } from './inbox';
import type { loadSample } from '../workspace/load-sample';
import type { MorePorts } from '../ports/dependencies';
import { openTabChannel } from '../ports/tab-channel';
import type { SessionSnapshot } from './session-snapshot';
import { createThreadSession, type ThreadSession } from './thread-session';
import type { Dispatching, Toolset } from '../executor/toolset';

export interface ThreadOptions {
  id: string;
  how: 'new' | 'resumed';
  ports: ClientPorts;
  client: RunClient;
  blobs: BlobStore;
  place: Promise<BootedWorkspace | undefined>;
  /** The project's files as nobody has changed them yet. */
  sample: () => ReturnType<typeof loadSample>;
  loadToolset: () => Promise<Toolset>;
  /** For a sub-agent. */
  narrowedToolset: AgentWorld['loadToolset'];
  /** Of the running sandbox. */
  workdir: () => string | undefined;
  /** What is sent with each run. */
  agentOptions: () => AgentOptions;
  writeRoots: () => readonly string[];
  /** What tools that are about tools use. */
  tools: () => Pick<CallContext, 'codeRunner' | 'dynamicToolStore' | 'pool' | 'hooks' | 'permissionMode'>;
  dispatching: Dispatching;
  /** What the thread's tools use beside files and shell. `signal` aborts when the thread is left or another tab takes it. */
  openPorts: (tables: Database, shell: ShellState | undefined, signal: AbortSignal) => Promise<MorePorts>;
  /** The same for a sub-agent. */
  openChildPorts: (tables: Database, dependencies: ChildDependencies) => Promise<MorePorts>;
  onAgents: (agents: readonly AgentView[]) => void;
  /** The agent is done: what is said to it so that it goes on. Undefined where nobody has to be asked. */
  onDone: (thread: ThreadState, signal: AbortSignal) => Promise<UserMessage | undefined> | undefined;
  /** The options the server keeps for the thread. */
  onOptions: (options: AgentOptions) => void;
  onChange: (snapshot: SessionSnapshot) => void;
  /** Something went wrong beside the thread. */
  onProblem: (code: string, message: string) => void;
}

/** A thread's session, with the sub-agents that work for it. */
export interface OpenThread extends ThreadSession {
  stopAgent(agentId: string): void;
  /** What its sub-agents said and did. */
  agentLogs(): Promise<readonly AgentLog[]>;
}

/** What a thread's calls work with. */
interface ThreadResources {
  memory?: ThreadMemory;
  ports: MorePorts;
  agentTree: AgentTree;
}

/** Makes this tab follow a thread and, where it holds the lock, run its calls in its own files and with its own memory. */
export function openThread(options: ThreadOptions): OpenThread {
  const { id, how, ports, client, blobs, place, sample, loadToolset, onProblem } = options;
  const journal = createJournal(ports.database.journal, id);
  let away = false;
  /** Other pages have worked on it, too. */
  let shared = how === 'resumed';
  let mine = false;
  let thread = emptyThread;
  let agentTree: AgentTree | undefined;
  let table: ThreadTable | undefined;
  /** Once it is known which tab runs the thread: that one alone writes what is kept of it. */
  let knowExecutor: () => void = () => undefined;
  const executorKnown = new Promise<void>((resolve) => (knowExecutor = resolve));
  let resolved = new AbortController();
  /** Aborts when the thread is settled in anew, or left: its stores and agents are watched also where another tab runs them. */
  let known = new AbortController();
  let memory = how === 'new' ? openResources(false) : undefined;

  /** The thread's files, memory and ports, in this tab. Fetched anew when another tab had them. */
  async function openResources(restore: boolean): Promise<ThreadResources> {
    resolved.abort();
    resolved = new AbortController();
    const { signal } = resolved;
    const before = known;
    known = new AbortController();
    const { signal: left } = known;
    const forgets = await keepsFilesOnly(options.agentOptions());
    const memory = await remember(restore, forgets);
    await executorKnown;
    const threads = createThreadTable(ports.database.threads, openTabChannel(`thread:${id}`, left), mine);
    table = threads;
    const tables = { ...ports.database, threads: forgets ? createMemoryStore() : threads };
    const opened = await options.openPorts(tables, memory?.shell, signal);
    before.abort();
    const agents = await openAgentTree({
      threadId: id,
      table: threads,
      mailbox: opened.mailbox,
      teams: opened.teams,
      world: {
        ports,
        client,
        loadToolset: options.narrowedToolset,
        dispatching: options.dispatching,
        openPorts: (dependencies) => options.openChildPorts(tables, dependencies),
        saveFiles,
      },
      main: { mode: options.dispatching.permissions.mode, options: options.agentOptions, context },
      mainUsage: () => usageOf(thread),
      cassette: () => thread.cassette,
      now: Date.now,
      onChange: options.onAgents,
      onInboxMessage: () => session.look(),
      signal: left,
    });
    agentTree = agents;
    return { ...(memory && { memory }), ports: opened, agentTree: agents };
  }

  async function saveFiles(wrote: boolean): Promise<void> {
    await (await place)?.workspace.save(wrote);
  }

  async function remember(restore: boolean, forgets: boolean): Promise<ThreadMemory | undefined> {
    const booted = await place;
    if (!booted) return undefined;
    try {
      await (restore ? booted.workspace.restore(id, sample) : booted.workspace.keepFor(id));
      if (away) await booted.workspace.release();
    } catch (error) {
      onProblem('PROJECT_NOT_LOADED', messageOf(error));
    }
    const table = forgets ? createMemoryStore() : ports.database.threads;
    return openThreadMemory(table, id, booted.sandbox.workdir);
  }

  async function context(signal: AbortSignal): Promise<CallContext> {
    const [booted, remembered] = (await orAborted(Promise.all([place, memory]), signal)) ?? [];
    return {
      threadId: id,
      writeRoots: options.writeRoots(),
      blobs,
      ...options.tools(),
      ...(booted && { sandbox: booted.sandbox }),
      ...remembered?.ports,
      ...(remembered?.memory && {
        shell: remembered.memory.shell,
        env: remembered.memory.shell.env,
        ledger: remembered.memory.ledger,
      }),
      ...(remembered && { spawner: remembered.agentTree.spawner }),
    };
  }

  const dispatching = { ...options.dispatching, contextFor: (_call: unknown, signal: AbortSignal) => context(signal) };

  const inbox: Inbox = {
    waiting: (now) => agentTree?.inbox.waiting(now) ?? [],
    delivered: (messages) => agentTree?.inbox.delivered(messages),
    wake: (now) => agentTree?.inbox.wake(now) ?? false,
    missing: (now) => agentTree?.inbox.missing(now) ?? false,
    come: async (now, signal) => agentTree?.inbox.come(now, signal),
  };

  const session = createThreadSession({
    threadId: id,
    client,
    fetch: ports.fetch,
    wait: ports.wait,
    locks: ports.locks,
    visibility: ports.visibility,
    inbox,
    async build(runId, messages, resume) {
      const { declarations } = await loadToolset();
      // A preset may want paths from the root: then the model has to know where that is.
      if (options.agentOptions().preset) await place;
      // Agents of other pages have used of the budget, too, and only what is opened by then may mark inbox messages as read.
      if (shared) await memory?.catch(() => undefined);
      const parts = { threadId: id, runId, messages, resume, declarations, folder: options.workdir() };
      return runInput({ ...parts, options: options.agentOptions(), tokensBeside: agentTree?.tokens() ?? 0 });
    },
    async answer(calls, answering, onCall) {
      const toolset = await loadToolset();
      return answerCalls(calls, { toolset, journal, dispatching, onCall }, answering);
    },
    async keep(wrote) {
      await (await memory)?.memory?.save();
      await saveFiles(wrote);
    },
    onAnswered: (isAnswered) => void journal.forget(isAnswered),
    onExecutor(executor) {
      mine = executor === 'mine';
      knowExecutor();
      if (executor === 'elsewhere') {
        away = true;
        table?.release();
        resolved.abort();
        agentTree?.release();
        void place.then((booted) => booted?.workspace.release());
      } else if (away) {
        away = false;
        shared = true;
        memory = openResources(true);
      }
    },
    onOptions(stored) {
      options.onOptions(stored);
      memory ??= openResources(true);
    },
    onDone: options.onDone,
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
      agentTree?.stopAll();
      await session.stop();
    },
    stopAgent: (agentId) => agentTree?.stop(agentId),
    agentLogs: async () => agentTree?.logs() ?? [],
    close() {
      resolved.abort();
      known.abort();
      session.close();
    },
  };
}

/** Whether the design of the tools lets a thread keep nothing over a reload but its conversation and its files. */
async function keepsFilesOnly({ preset }: AgentOptions): Promise<boolean> {
  if (!preset) return false;
  const { behaviourOf, findPreset } = await import('@/lib/tools/presets');
  return behaviourOf(findPreset(preset)).keeps === 'files';
}

/** What a promise resolves to, or undefined once nobody waits for it any more. */
const orAborted = <T>(promise: Promise<T>, signal: AbortSignal): Promise<T | undefined> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return resolve(undefined);
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
    promise.then(resolve, reject);
  });
