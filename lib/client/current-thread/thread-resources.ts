import type { BlobStore } from '@/lib/ports';
import type { AgentOptions, ThreadState } from '@/lib/protocol';
import { messageOf } from '@/lib/protocol/message-of';
import {
  createMemoryStore,
  createThreadTable,
  openThreadMemory,
  type Database,
  type KeyValue,
  type ThreadMemory,
  type ThreadTable,
} from '@/lib/stores';
import type { CallContext } from '@/lib/tools/dispatch';
import { openAgentTree, type AgentTree } from '../agents/agent-tree';
import { threadUsage } from '../agent-view';
import type { ClientPorts } from '../browser-ports';
import type { Dispatching } from '../executor/toolset';
import type { CurrentToolset, PageTools } from '../page-tools';
import type { Problems } from '../person';
import type { MorePorts, PageDependencies } from '../ports/dependencies';
import { createPortOpener } from '../ports/port-opener';
import { openTabChannel } from '../ports/tab-channel';
import type { CurrentSettings } from '../settings/current-settings';
import type { ThreadPolicy } from '../settings/settings';
import type { CurrentWorkspace } from '../workspace/current-workspace';
import type { Project } from '../workspace/project';
import type { RunClient } from '../run-client';
import type { ShownResources } from '../thread/session-snapshot';

/** The parts of the page that a thread works with. */
export interface ThreadParts {
  ports: ClientPorts;
  client: RunClient;
  blobs: BlobStore;
  settings: CurrentSettings;
  toolset: CurrentToolset;
  currentWorkspace: CurrentWorkspace;
  project: Project;
  policy: ThreadPolicy;
  problems: Problems;
  dependencies: PageDependencies;
  /** The ports that every thread of the page shares. */
  page: Promise<MorePorts>;
  dispatching: Dispatching;
  /** What tools about tools use, apart from the thread's own store. */
  toolsContext: () => Partial<CallContext>;
  openDynamicTools: PageTools['openDynamicTools'];
}

/** The thread that the resources are for. */
interface Owner {
  readonly id: string;
  readonly how: 'new' | 'resumed';
  thread: () => ThreadState;
  /** The options of each run. */
  options: () => AgentOptions;
  /** What a call of its agent works with. */
  context: (signal: AbortSignal) => Promise<CallContext>;
  onMail: (any: boolean) => void;
  /** Whether it is still the thread that the page shows. */
  isOpen: () => boolean;
  show: (known: Partial<ShownResources>) => void;
}

interface OpenResources {
  memory?: ThreadMemory;
  ports: MorePorts;
  agentTree: AgentTree;
}

/** What a thread's calls work with in this tab: files, memory, ports and agents. Reopened after another tab had them. */
export class ThreadResources {
  readonly #parts: ThreadParts;
  readonly #owner: Owner;
  readonly #portOpener: ReturnType<typeof createPortOpener>;
  /** Where its dynamic tools are kept. Replaced when everything is reopened, as is what follows. */
  dynamicTools: ReturnType<PageTools['openDynamicTools']>;
  /** Pending until everything is open; undefined before it is known what to open. */
  opened: Promise<OpenResources> | undefined;
  /** Undefined until it is open. */
  agentTree: AgentTree | undefined;
  /** Whether other pages have also worked on the thread. */
  shared: boolean;
  /** Whether another tab runs the thread. */
  #away = false;
  #begins = true;
  #mine = false;
  #table: ThreadTable | undefined;
  /** Called once it is known which tab runs the thread; only that tab writes the thread's stored data. */
  #knowExecutor: () => void = () => undefined;
  readonly #executorKnown = new Promise<void>((resolve) => (this.#knowExecutor = resolve));
  /** Aborts when the thread is left, or another tab takes it. */
  #working = new AbortController();
  /** Aborts when everything is reopened, or the thread is left: stores and agents are watched even if another tab runs them. */
  #watching = new AbortController();

  constructor(parts: ThreadParts, owner: Owner) {
    this.#parts = parts;
    this.#owner = owner;
    this.#portOpener = createPortOpener(owner.id, parts.dependencies, parts.page);
    this.dynamicTools = this.#openDynamicTools(parts.ports.database.threads);
    this.shared = owner.how === 'resumed';
    if (owner.how === 'new') this.opened = this.#openAll(false);
  }

  open(): void {
    this.opened ??= this.#openAll(true);
  }

  /** Sets which tab runs the thread from now on. */
  follow(executor: 'mine' | 'elsewhere'): void {
    this.#mine = executor === 'mine';
    this.#knowExecutor();
    if (executor === 'elsewhere') this.#release();
    else if (this.#away) {
      this.#away = false;
      this.shared = true;
      this.opened = this.#openAll(true);
    }
  }

  /** While its first message is refused, the files stay those of before there was a thread. */
  begins(begins: boolean): void {
    if (this.#begins === begins) return;
    this.#begins = begins;
    const { id, isOpen } = this.#owner;
    const keep = () => (isOpen() ? this.#parts.project.keepFor(this.#begins ? id : undefined) : undefined);
    void this.opened?.then(keep, keep);
  }

  close(): void {
    this.#working.abort();
    this.#watching.abort();
  }

  /** `restore`: also restores the stored files. */
  async #openAll(restore: boolean): Promise<OpenResources> {
    const { ports, policy, settings } = this.#parts;
    const { id, isOpen, show } = this.#owner;
    this.#working.abort();
    this.#working = new AbortController();
    const { signal } = this.#working;
    const before = this.#watching;
    this.#watching = new AbortController();
    const { signal: left } = this.#watching;
    const forgets = await keepsFilesOnly(this.#owner.options());
    const memory = await this.#openMemory(restore, forgets);
    await this.#executorKnown;
    const table = createThreadTable(ports.database.threads, openTabChannel(`thread:${id}`, left), this.#mine);
    this.#table = table;
    const tables = { ...ports.database, threads: forgets ? createMemoryStore() : table };
    this.dynamicTools = this.#openDynamicTools(tables.threads);
    if (isOpen()) await policy.load(id, () => settings.mode);
    const opened = await this.#portOpener.open(tables, memory?.shell, signal);
    if (isOpen()) show({ shell: memory?.shell, ports: opened });
    before.abort();
    const agentTree = await this.#openAgents(tables, table, opened, left);
    this.agentTree = agentTree;
    return { ...(memory && { memory }), ports: opened, agentTree };
  }

  async #openMemory(restore: boolean, forgets: boolean): Promise<ThreadMemory | undefined> {
    const { ports, currentWorkspace, project, problems } = this.#parts;
    const { id } = this.#owner;
    const booted = await currentWorkspace.booted;
    if (!booted) return undefined;
    try {
      await (restore ? booted.workspace.restore(id, project.sample) : booted.workspace.keepFor(id));
      if (this.#away) await booted.workspace.release();
    } catch (error) {
      problems.add('PROJECT_NOT_LOADED', messageOf(error));
    }
    const stored = forgets ? createMemoryStore() : ports.database.threads;
    return openThreadMemory(stored, id, booted.sandbox.workdir);
  }

  #openDynamicTools(table: KeyValue): ReturnType<PageTools['openDynamicTools']> {
    const { id, isOpen, show } = this.#owner;
    return this.#parts.openDynamicTools(table, id, (dynamicTools) => isOpen() && show({ dynamicTools }));
  }

  #openAgents(tables: Database, table: ThreadTable, opened: MorePorts, signal: AbortSignal): Promise<AgentTree> {
    const { ports, client, toolset, dispatching, project } = this.#parts;
    const { id, thread, options, context, onMail, show } = this.#owner;
    return openAgentTree({
      threadId: id,
      table,
      mailbox: opened.mailbox,
      teams: opened.teams,
      world: {
        ports,
        client,
        loadToolset: (filter) => this.dynamicTools.loaded.then(() => toolset.narrowed(filter)),
        dispatching,
        openPorts: (dependencies) => this.#portOpener.openForChild(tables, dependencies),
        files: project,
      },
      main: {
        mode: dispatching.permissions.mode,
        options,
        context,
      },
      mainUsage: () => threadUsage(thread()),
      cassette: () => thread().cassette,
      now: Date.now,
      onChange: (agents) => show({ agents }),
      onMail,
      signal,
    });
  }

  /** Releases what only the tab that runs the thread needs. */
  #release(): void {
    this.#away = true;
    this.#table?.release();
    this.#working.abort();
    this.agentTree?.release();
    void this.#parts.currentWorkspace.booted.then((booted) => booted?.workspace.release());
  }
}

/** Whether the preset keeps only the conversation and the files of a thread over a reload. */
async function keepsFilesOnly({ preset }: AgentOptions): Promise<boolean> {
  if (!preset) return false;
  const { behaviourOf, findPreset } = await import('@/lib/tools/presets');
  return behaviourOf(findPreset(preset)).keeps === 'files';
}
