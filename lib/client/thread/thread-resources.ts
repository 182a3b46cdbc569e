import type { BlobStore, ShellState } from '@/lib/ports';
import type { AgentOptions, ThreadState } from '@/lib/protocol';
import { messageOf } from '@/lib/protocol/message-of';
import {
  createMemoryStore,
  createThreadTable,
  openThreadMemory,
  type Database,
  type ThreadMemory,
  type ThreadTable,
} from '@/lib/stores';
import type { CallContext } from '@/lib/tools/dispatch';
import { openAgentTree, type AgentTree } from '../agents/agent-tree';
import { usageOf, type AgentView } from '../agents/agent-view';
import type { AgentWorld, ChildDependencies } from '../agents/agent-world';
import type { ClientPorts } from '../browser-ports';
import type { Dispatching } from '../executor/toolset';
import type { MorePorts } from '../ports/dependencies';
import { openTabChannel } from '../ports/tab-channel';
import type { BootedWorkspace } from '../workspace/current-workspace';
import type { loadSample } from '../workspace/load-sample';
import type { RunClient } from './run-client';

export interface ResourceOptions {
  id: string;
  how: 'new' | 'resumed';
  ports: ClientPorts;
  client: RunClient;
  blobs: BlobStore;
  place: Promise<BootedWorkspace | undefined>;
  /** The unchanged files of the project. */
  sample: () => ReturnType<typeof loadSample>;
  /** Loads the toolset of a sub-agent. */
  narrowedToolset: AgentWorld['loadToolset'];
  /** The options of each run. */
  agentOptions: () => AgentOptions;
  writeRoots: () => readonly string[];
  /** What tools about tools use. */
  tools: () => Pick<CallContext, 'codeRunner' | 'dynamicToolStore' | 'pool' | 'hooks' | 'permissionMode'>;
  dispatching: Dispatching;
  /** What the thread's tools use besides files and shell. `signal` aborts when the thread is left or another tab takes it. */
  openPorts: (tables: Database, shell: ShellState | undefined, signal: AbortSignal) => Promise<MorePorts>;
  /** The same for a sub-agent. */
  openChildPorts: (tables: Database, dependencies: ChildDependencies) => Promise<MorePorts>;
  onAgents: (agents: readonly AgentView[]) => void;
  /** Reports a problem outside the thread. */
  onProblem: (code: string, message: string) => void;
}

/** The thread that the resources are for. */
interface Owner {
  thread: () => ThreadState;
  onInboxMessage: () => void;
}

interface OpenResources {
  memory?: ThreadMemory;
  ports: MorePorts;
  agentTree: AgentTree;
}

/** What a thread's calls work with in this tab: files, memory, ports and agents. Reopened after another tab had them. */
export class ThreadResources {
  readonly #options: ResourceOptions;
  readonly #owner: Owner;
  /** Whether another tab runs the thread. */
  #away = false;
  /** Whether other pages have also worked on the thread. */
  #shared: boolean;
  #mine = false;
  #agentTree: AgentTree | undefined;
  #table: ThreadTable | undefined;
  /** Called once it is known which tab runs the thread; only that tab writes the thread's stored data. */
  #knowExecutor: () => void = () => undefined;
  readonly #executorKnown = new Promise<void>((resolve) => (this.#knowExecutor = resolve));
  /** Aborts when the thread is left, or another tab takes it. */
  #working = new AbortController();
  /** Aborts when everything is reopened, or the thread is left: stores and agents are watched even if another tab runs them. */
  #watching = new AbortController();
  #opened: Promise<OpenResources> | undefined;

  constructor(options: ResourceOptions, owner: Owner) {
    this.#options = options;
    this.#owner = owner;
    this.#shared = options.how === 'resumed';
    if (options.how === 'new') this.#opened = this.#openAll(false);
  }

  /** Undefined until it is open. */
  get agentTree(): AgentTree | undefined {
    return this.#agentTree;
  }

  open(): void {
    this.#opened ??= this.#openAll(true);
  }

  /** Waits until what other pages did to the thread is known here. Never rejects. */
  async sharedOpened(): Promise<void> {
    if (this.#shared) await this.#opened?.catch(() => undefined);
  }

  /** What a call works with; if `signal` aborts, without whatever is not open by then. */
  async context(signal: AbortSignal): Promise<CallContext> {
    const { id, place, blobs, writeRoots, tools } = this.#options;
    const [booted, opened] = (await orAborted(Promise.all([place, this.#opened]), signal)) ?? [];
    return {
      threadId: id,
      writeRoots: writeRoots(),
      blobs,
      ...tools(),
      ...(booted && { sandbox: booted.sandbox }),
      ...opened?.ports,
      ...(opened?.memory && {
        shell: opened.memory.shell,
        env: opened.memory.shell.env,
        ledger: opened.memory.ledger,
      }),
      ...(opened && { spawner: opened.agentTree.spawner }),
    };
  }

  /** Stores the workspace and the tools' memory. */
  async save(wrote: boolean): Promise<void> {
    await (await this.#opened)?.memory?.save();
    await this.#saveFiles(wrote);
  }

  /** Sets which tab runs the thread from now on. */
  follow(executor: 'mine' | 'elsewhere'): void {
    this.#mine = executor === 'mine';
    this.#knowExecutor();
    if (executor === 'elsewhere') this.#release();
    else if (this.#away) {
      this.#away = false;
      this.#shared = true;
      this.#opened = this.#openAll(true);
    }
  }

  close(): void {
    this.#working.abort();
    this.#watching.abort();
  }

  /** `restore`: also restores the stored files. */
  async #openAll(restore: boolean): Promise<OpenResources> {
    const { id, ports, agentOptions, openPorts } = this.#options;
    this.#working.abort();
    this.#working = new AbortController();
    const { signal } = this.#working;
    const before = this.#watching;
    this.#watching = new AbortController();
    const { signal: left } = this.#watching;
    const forgets = await keepsFilesOnly(agentOptions());
    const memory = await this.#openMemory(restore, forgets);
    await this.#executorKnown;
    const table = createThreadTable(ports.database.threads, openTabChannel(`thread:${id}`, left), this.#mine);
    this.#table = table;
    const tables = { ...ports.database, threads: forgets ? createMemoryStore() : table };
    const opened = await openPorts(tables, memory?.shell, signal);
    before.abort();
    const agentTree = await this.#openAgents(tables, table, opened, left);
    this.#agentTree = agentTree;
    return { ...(memory && { memory }), ports: opened, agentTree };
  }

  async #openMemory(restore: boolean, forgets: boolean): Promise<ThreadMemory | undefined> {
    const { id, ports, place, sample, onProblem } = this.#options;
    const booted = await place;
    if (!booted) return undefined;
    try {
      await (restore ? booted.workspace.restore(id, sample) : booted.workspace.keepFor(id));
      if (this.#away) await booted.workspace.release();
    } catch (error) {
      onProblem('PROJECT_NOT_LOADED', messageOf(error));
    }
    const stored = forgets ? createMemoryStore() : ports.database.threads;
    return openThreadMemory(stored, id, booted.sandbox.workdir);
  }

  #openAgents(tables: Database, table: ThreadTable, opened: MorePorts, signal: AbortSignal): Promise<AgentTree> {
    const { id, ports, client, narrowedToolset, dispatching, agentOptions, openChildPorts, onAgents } = this.#options;
    const { thread, onInboxMessage } = this.#owner;
    return openAgentTree({
      threadId: id,
      table,
      mailbox: opened.mailbox,
      teams: opened.teams,
      world: {
        ports,
        client,
        loadToolset: narrowedToolset,
        dispatching,
        openPorts: (dependencies) => openChildPorts(tables, dependencies),
        saveFiles: (wrote) => this.#saveFiles(wrote),
      },
      main: {
        mode: dispatching.permissions.mode,
        options: agentOptions,
        context: (until) => this.context(until),
      },
      mainUsage: () => usageOf(thread()),
      cassette: () => thread().cassette,
      now: Date.now,
      onChange: onAgents,
      onInboxMessage,
      signal,
    });
  }

  async #saveFiles(wrote: boolean): Promise<void> {
    await (await this.#options.place)?.workspace.save(wrote);
  }

  /** Releases what only the tab that runs the thread needs. */
  #release(): void {
    this.#away = true;
    this.#table?.release();
    this.#working.abort();
    this.#agentTree?.release();
    void this.#options.place.then((booted) => booted?.workspace.release());
  }
}

/** Whether the preset keeps only the conversation and the files of a thread over a reload. */
async function keepsFilesOnly({ preset }: AgentOptions): Promise<boolean> {
  if (!preset) return false;
  const { behaviourOf, findPreset } = await import('@/lib/tools/presets');
  return behaviourOf(findPreset(preset)).keeps === 'files';
}

/** The value of a promise, or undefined if the signal aborts first. */
const orAborted = <T>(promise: Promise<T>, signal: AbortSignal): Promise<T | undefined> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return resolve(undefined);
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
    promise.then(resolve, reject);
  });
