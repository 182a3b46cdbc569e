import type { UserMessage } from '@ag-ui/core';
import type { AgentLog } from '@/lib/cassettes';
import type { BlobStore, ShellState } from '@/lib/ports';
import { emptyThread, type AgentOptions, type ThreadState } from '@/lib/protocol';
import type { HostContext } from '@/lib/tools/dispatch';
import { messageOf } from '@/lib/protocol/message-of';
import { createThreadTable, type Database, type ThreadTable } from '@/lib/stores';
import { openFamily, type Family } from './agents/family';
import { usageOf, type AgentView } from './agents/agent-view';
import type { AgentWorld, ChildNeeds } from './agents/agent-world';
import type { Place } from './boot-place';
import type { HostPorts } from './browser-ports';
import { answerCalls } from './hands';
import { createJournal } from './journal';
import type { LegClient } from './leg-client';
import { legInput } from './leg-input';
import type { Letters } from './letters';
import type { loadSample } from './load-sample';
import type { MorePorts } from './ports/needs';
import { openTabChannel } from './ports/tab-channel';
import type { SessionFacts } from './session-facts';
import { openThreadMemory, type ThreadMemory } from './thread-memory';
import { createThreadSession, type ThreadSession } from './thread-session';
import type { Dispatching, ToolKit } from './tool-kit';

export interface ThreadOptions {
  id: string;
  how: 'new' | 'resumed';
  ports: HostPorts;
  client: LegClient;
  blobs: BlobStore;
  place: Promise<Place | undefined>;
  /** The project's files as nobody has changed them yet. */
  sample: () => ReturnType<typeof loadSample>;
  loadKit: () => Promise<ToolKit>;
  /** For a sub-agent. */
  narrowedKit: AgentWorld['loadKit'];
  /** Of the running sandbox. */
  workdir: () => string | undefined;
  /** What is sent with each leg. */
  agentOptions: () => AgentOptions;
  writeRoots: () => readonly string[];
  /** What tools that are about tools use. */
  tools: () => Pick<HostContext, 'guest' | 'shelf' | 'pool' | 'hooks' | 'permissionMode'>;
  dispatching: Dispatching;
  /** What the thread's tools use beside files and shell. `signal` aborts when the thread is left or another tab takes it. */
  openPorts: (tables: Database, shell: ShellState | undefined, signal: AbortSignal) => Promise<MorePorts>;
  /** The same for a sub-agent. */
  openChildPorts: (tables: Database, needs: ChildNeeds) => Promise<MorePorts>;
  onAgents: (agents: readonly AgentView[]) => void;
  /** The agent is done: what is said to it so that it goes on. Undefined where nobody has to be asked. */
  onDone: (thread: ThreadState, signal: AbortSignal) => Promise<UserMessage | undefined> | undefined;
  /** The options the server keeps for the thread. */
  onOptions: (options: AgentOptions) => void;
  onChange: (facts: SessionFacts) => void;
  /** Something went wrong beside the thread. */
  onMishap: (code: string, message: string) => void;
}

/** A thread's session, with the sub-agents that work for it. */
export interface OpenThread extends ThreadSession {
  stopAgent(agentId: string): void;
  /** What its sub-agents said and did. */
  agentLogs(): Promise<readonly AgentLog[]>;
}

/** What a thread's calls work with. */
interface Settled {
  memory?: ThreadMemory;
  ports: MorePorts;
  family: Family;
}

/** Makes this tab follow a thread and, where it holds the lock, run its calls in its own files and with its own memory. */
export function openThread(options: ThreadOptions): OpenThread {
  const { id, how, ports, client, blobs, place, sample, loadKit, onMishap } = options;
  const journal = createJournal(ports.database.journal, id);
  let away = false;
  /** Other pages have worked on it, too. */
  let shared = how === 'resumed';
  let mine = false;
  let thread = emptyThread;
  let family: Family | undefined;
  let table: ThreadTable | undefined;
  /** Once it is known which tab runs the thread: that one alone writes what is kept of it. */
  let knowHands: () => void = () => undefined;
  const handsKnown = new Promise<void>((resolve) => (knowHands = resolve));
  let settled = new AbortController();
  /** Aborts when the thread is settled in anew, or left: its stores and agents are watched also where another tab runs them. */
  let known = new AbortController();
  let memory = how === 'new' ? settleIn(false) : undefined;

  /** The thread's files, memory and ports, in this tab. Fetched anew when another tab had them. */
  async function settleIn(restore: boolean): Promise<Settled> {
    settled.abort();
    settled = new AbortController();
    const { signal } = settled;
    const before = known;
    known = new AbortController();
    const { signal: left } = known;
    const memory = await remember(restore);
    await handsKnown;
    const threads = createThreadTable(ports.database.threads, openTabChannel(`thread:${id}`, left), mine);
    table = threads;
    const tables = { ...ports.database, threads };
    const opened = await options.openPorts(tables, memory?.shell, signal);
    before.abort();
    const agents = await openFamily({
      threadId: id,
      table: threads,
      mailbox: opened.mailbox,
      teams: opened.teams,
      world: {
        ports,
        client,
        loadKit: options.narrowedKit,
        dispatching: options.dispatching,
        openPorts: (needs) => options.openChildPorts(tables, needs),
        saveFiles,
      },
      main: { mode: options.dispatching.permissions.mode, options: options.agentOptions, context },
      mainUsage: () => usageOf(thread),
      cassette: () => thread.cassette,
      now: Date.now,
      onChange: options.onAgents,
      onLetter: () => session.look(),
      signal: left,
    });
    family = agents;
    return { ...(memory && { memory }), ports: opened, family: agents };
  }

  async function saveFiles(wrote: boolean): Promise<void> {
    await (await place)?.workspace.save(wrote);
  }

  async function remember(restore: boolean): Promise<ThreadMemory | undefined> {
    const booted = await place;
    if (!booted) return undefined;
    try {
      await (restore ? booted.workspace.restore(id, sample) : booted.workspace.keepFor(id));
      if (away) await booted.workspace.release();
    } catch (error) {
      onMishap('PROJECT_NOT_LOADED', messageOf(error));
    }
    return openThreadMemory(ports.database.threads, id, booted.sandbox.workdir);
  }

  async function context(signal: AbortSignal): Promise<HostContext> {
    const [booted, remembered] = (await orAborted(Promise.all([place, memory]), signal)) ?? [];
    return {
      threadId: id,
      writeRoots: options.writeRoots(),
      blobs,
      ...options.tools(),
      ...(booted && { sandbox: booted.sandbox }),
      ...remembered?.ports,
      ...(remembered?.memory && { shell: remembered.memory.shell, ledger: remembered.memory.ledger }),
      ...(remembered && { spawner: remembered.family.spawner }),
    };
  }

  const letters: Letters = {
    waiting: (now) => family?.letters.waiting(now) ?? [],
    delivered: (messages) => family?.letters.delivered(messages),
    wake: (now) => family?.letters.wake(now) ?? false,
    missing: (now) => family?.letters.missing(now) ?? false,
    come: async (now, signal) => family?.letters.come(now, signal),
  };

  const session = createThreadSession({
    threadId: id,
    client,
    fetch: ports.fetch,
    wait: ports.wait,
    locks: ports.locks,
    visibility: ports.visibility,
    letters,
    async build(runId, messages, resume) {
      const { forms } = await loadKit();
      // A preset may want paths from the root: then the model has to know where that is.
      if (options.agentOptions().preset) await place;
      // Agents of other pages have used of the budget, too, and only what is opened by then may mark letters as read.
      if (shared) await memory?.catch(() => undefined);
      const parts = { threadId: id, runId, messages, resume, forms, folder: options.workdir() };
      return legInput({ ...parts, options: options.agentOptions(), tokensBeside: family?.tokens() ?? 0 });
    },
    async answer(calls, answering, onCall) {
      const kit = await loadKit();
      return answerCalls(calls, { kit, journal, dispatching: options.dispatching, context, onCall }, answering);
    },
    async keep(wrote) {
      await (await memory)?.memory?.save();
      await saveFiles(wrote);
    },
    onAnswered: (isAnswered) => void journal.forget(isAnswered),
    onHands(hands) {
      mine = hands === 'mine';
      knowHands();
      if (hands === 'elsewhere') {
        away = true;
        table?.release();
        settled.abort();
        family?.release();
        void place.then((booted) => booted?.workspace.release());
      } else if (away) {
        away = false;
        shared = true;
        memory = settleIn(true);
      }
    },
    onOptions(stored) {
      options.onOptions(stored);
      memory ??= settleIn(true);
    },
    onDone: options.onDone,
    onChange(facts) {
      ({ thread } = facts);
      options.onChange(facts);
    },
  });
  return {
    ...session,
    async stop() {
      family?.stopAll();
      await session.stop();
    },
    stopAgent: (agentId) => family?.stop(agentId),
    agentLogs: async () => family?.logs() ?? [],
    close() {
      settled.abort();
      known.abort();
      session.close();
    },
  };
}

/** What a promise resolves to, or undefined once nobody waits for it any more. */
const orAborted = <T>(promise: Promise<T>, signal: AbortSignal): Promise<T | undefined> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return resolve(undefined);
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
    promise.then(resolve, reject);
  });
