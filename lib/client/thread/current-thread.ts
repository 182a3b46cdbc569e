import type { BlobStore, ShellState, DynamicTool } from '@/lib/ports';
import type { Cassette } from '@/lib/protocol';
import type { CallContext } from '@/lib/tools/dispatch';
import type { KeyValue } from '@/lib/stores';
import type { AgentView } from '../agents/agent-view';
import type { ClientPorts } from '../browser-ports';
import type { HookNotices } from '../executor/notify-hooks';
import type { RunClient } from './run-client';
import type { Problems } from '../person';
import { openThread, type OpenThread, type ThreadOptions } from './open-thread';
import type { PersonChanges } from '../workspace/changes';
import type { MorePorts, PageDependencies } from '../ports/dependencies';
import { createPortOpener } from '../ports/port-opener';
import type { CurrentToolset } from '../executor/toolset';
import type { CurrentWorkspace } from '../workspace/current-workspace';
import type { CurrentSettings } from '../settings/current-settings';
import type { Project } from '../workspace/project';
import { NO_SESSION, type SessionSnapshot } from './session-snapshot';
import type { Dispatching } from '../executor/toolset';
import type { ThreadPolicy } from '../thread-policy';
import type { PageTools } from '../page-tools';

export interface CurrentThreadOptions {
  ports: ClientPorts;
  client: RunClient;
  blobs: BlobStore;
  settings: CurrentSettings;
  toolset: CurrentToolset;
  place: CurrentWorkspace;
  project: Project;
  own: PersonChanges;
  notices: HookNotices;
  policy: ThreadPolicy;
  problems: Problems;
  dependencies: PageDependencies;
  /** The ports that every thread of the page shares. */
  page: Promise<MorePorts>;
  dispatching: Dispatching;
  /** What tools about tools use, apart from the thread's own store. */
  toolsContext: () => Partial<CallContext>;
  openDynamicTools: PageTools['openDynamicTools'];
  onDone: ThreadOptions['onDone'];
  onChange: () => void;
}

/** The thread that the page shows and what is known about it; before there is one, it looks like an empty thread. */
export interface CurrentThread {
  readonly id: string | undefined;
  readonly session: OpenThread | undefined;
  readonly snapshot: SessionSnapshot;
  readonly agents: readonly AgentView[];
  /** Its dynamic tools. */
  readonly dynamicTools: readonly DynamicTool[];
  /** Undefined if there is no sandbox. */
  readonly shell: ShellState | undefined;
  /** The page's ports, plus those of the thread once they are open. */
  readonly ports: MorePorts;
  /** Leaves the current thread, if any, for this one. A new thread replays the cassette. */
  start(id: string, how: 'new' | 'resumed', cassette?: Cassette): OpenThread;
  leave(): void;
}

/** What is known about the open thread. */
interface Present extends Pick<
  CurrentThread,
  'id' | 'session' | 'snapshot' | 'agents' | 'shell' | 'dynamicTools' | 'ports'
> {}

const NOTHING = { session: undefined, snapshot: NO_SESSION, agents: [], shell: undefined };
const NO_TOOLS: readonly DynamicTool[] = [];

export function createCurrentThread(options: CurrentThreadOptions): CurrentThread {
  const { settings, own, notices, policy, problems, page, onChange } = options;
  /** The page's own ports, once they are open. */
  let ofPage: MorePorts = {};
  let present: Present = { ...NOTHING, id: undefined, dynamicTools: NO_TOOLS, ports: {} };
  const show = (next: Partial<Present>) => {
    present = { ...present, ...next };
    onChange();
  };
  void page.then((opened) => {
    ofPage = opened;
    show({ ports: { ...opened, ...present.ports } });
  });

  const close = (next?: string) => {
    present.session?.close();
    problems.forget();
    // An empty list stays the same object, so that nothing derived from it is recomputed.
    const dynamicTools = present.dynamicTools.length > 0 ? NO_TOOLS : present.dynamicTools;
    present = { ...NOTHING, id: next, dynamicTools, ports: ofPage };
  };
  /** Loads what this browser keeps of a thread besides its log, or starts keeping it. */
  const takeUp = (id: string, how: 'new' | 'resumed') => {
    if (how === 'new') {
      void own.keepFor(id);
      notices.keepFor(id);
      policy.begin(id, settings.mode);
    } else {
      void own.load(id);
      void notices.load(id);
      void policy.load(id, () => settings.mode);
    }
  };

  return {
    get id() {
      return present.id;
    },
    get session() {
      return present.session;
    },
    get snapshot() {
      return present.snapshot;
    },
    get agents() {
      return present.agents;
    },
    get dynamicTools() {
      return present.dynamicTools;
    },
    get shell() {
      return present.shell;
    },
    get ports() {
      return present.ports;
    },
    start(id, how, cassette) {
      // Shown as loading at once, so that no subscriber sees the page without a thread.
      close(id);
      if (how === 'resumed') present = { ...present, snapshot: { ...NO_SESSION, loading: true } };
      takeUp(id, how);
      const isOpen = () => present.id === id && present.session !== undefined;
      const isNew = () => present.snapshot.thread.seq === 0;
      const session = openSession(options, { id, how, cassette, isOpen, isNew, show });
      present = { ...present, session };
      return session;
    },
    leave() {
      close();
      onChange();
    },
  };
}

interface Begun {
  id: string;
  how: 'new' | 'resumed';
  cassette: Cassette | undefined;
  /** Whether it is still the thread that the page shows. */
  isOpen: () => boolean;
  /** Whether nothing has been said in it. */
  isNew: () => boolean;
  show: (next: Partial<Present>) => void;
}

/** Opens a thread with the page's tools, files and settings. */
function openSession(options: CurrentThreadOptions, { id, how, cassette, isOpen, isNew, show }: Begun): OpenThread {
  const { ports, settings, toolset, place, project, policy, dependencies, page } = options;
  const openTools = (table: KeyValue) =>
    options.openDynamicTools(table, id, (dynamicTools) => {
      if (isOpen()) show({ dynamicTools });
    });
  let dynamicToolStore = openTools(ports.database.threads);
  const opener = createPortOpener(id, dependencies, page);
  return openThread({
    id,
    how,
    ports,
    client: options.client,
    blobs: options.blobs,
    place: place.booted,
    sample: project.sample,
    loadToolset: () => Promise.all([dynamicToolStore.loaded, policy.ready()]).then(toolset.load),
    narrowedToolset: (filter) => dynamicToolStore.loaded.then(() => toolset.narrowed(filter)),
    workdir: () => place.sandbox?.workdir,
    agentOptions: () => ({
      ...settings.options,
      mode: settings.mode,
      // Only the first run carries it: after that, the log has it.
      ...(cassette && isNew() && { cassette }),
    }),
    writeRoots: () => settings.own.tools.writeRoots,
    tools: () => ({ ...options.toolsContext(), dynamicToolStore }),
    dispatching: options.dispatching,
    onDone: options.onDone,
    async openPorts(tables, shell, signal) {
      dynamicToolStore = openTools(tables.threads);
      if (isOpen()) await policy.load(id, () => settings.mode);
      const opened = await opener.open(tables, shell, signal);
      if (isOpen()) show({ shell, ports: opened });
      return opened;
    },
    openChildPorts: opener.openForChild,
    onAgents: (agents) => show({ agents }),
    onOptions: settings.adopt,
    onChange: (snapshot) => show({ snapshot }),
    onProblem: options.problems.add,
  });
}
