import type { UserMessage } from '@ag-ui/core';
import type { AgentLog } from '@/lib/cassettes';
import { tokensUsed } from '../agents/agent-record';
import type { AgentView } from '../agent-view';
import type { DynamicTool, DynamicToolStore } from '@/lib/ports';
import { emptyThread, type AgentOptions, type Cassette, type ThreadState } from '@/lib/protocol';
import type { HookNotices } from './notify-hooks';
import type { MorePorts } from '../ports/dependencies';
import type { PersonChanges } from '../workspace/person-changes';
import type { Inbox } from '../thread/inbox';
import { neverBegan, NO_SESSION, type SessionSnapshot, type ShownResources } from '../thread/session-snapshot';
import type { CallContext } from '@/lib/tools/dispatch';
import { ThreadResources, type ThreadParts } from './thread-resources';
import { createThreadSession, type ThreadSession } from '../thread/thread-session';

interface CurrentThreadOptions extends ThreadParts {
  own: PersonChanges;
  notices: HookNotices;
  /** Called when the agent is done; returns a message that keeps it going. Undefined at once if there is nobody to ask. */
  onDone: (thread: ThreadState, signal: AbortSignal) => Promise<UserMessage | undefined> | undefined;
  /** Called when its settings or its dynamic tools have changed, or there is no longer a thread. */
  onChange: () => void;
}

/** The thread that the page shows and what is known about it; before there is one, it looks like an empty thread. */
export interface CurrentThread extends ShownResources {
  readonly id: string | undefined;
  readonly session: ThreadSession | undefined;
  readonly snapshot: SessionSnapshot;
  /** Whether its first message was refused for good: then nothing has begun, and what comes next begins another thread. */
  readonly neverBegan: boolean;
  /** Where its dynamic tools are kept; undefined without a thread. */
  readonly dynamicToolStore: DynamicToolStore | undefined;
  /** Leaves the current thread, if any, for this one. A new thread replays the cassette. */
  start(id: string, how: 'new' | 'resumed', cassette?: Cassette): ThreadSession;
  /** Stops it and its sub-agents. */
  stop(): Promise<void>;
  stopAgent(agentId: string): void;
  /** The logs of its sub-agents. */
  agentLogs(): Promise<readonly AgentLog[]>;
  leave(): void;
  /** Calls back whenever what is shown of it has changed. */
  onProgress(listener: () => void, signal: AbortSignal): void;
}

/** What is known about the open thread. */
interface Current extends ShownResources, Pick<CurrentThread, 'id' | 'session' | 'snapshot'> {
  readonly resources?: ThreadResources | undefined;
  readonly how?: 'new' | 'resumed';
}

const NOTHING = { session: undefined, resources: undefined, snapshot: NO_SESSION, agents: [], shell: undefined };
const NO_TOOLS: readonly DynamicTool[] = [];

export function createCurrentThread(options: CurrentThreadOptions): CurrentThread {
  const { problems, page, onChange } = options;
  /** The page's own ports, once they are open. */
  let ofPage: MorePorts = {};
  let current: Current = { ...NOTHING, id: undefined, dynamicTools: NO_TOOLS, ports: {} };
  let progressed = (): void => undefined;
  const show = (next: Partial<Current>) => {
    current = { ...current, ...next };
    if (next.dynamicTools) onChange();
    else progressed();
  };
  void page.then((opened) => {
    ofPage = opened;
    show({ ports: { ...opened, ...current.ports } });
  });

  const close = (next?: string) => {
    current.resources?.close();
    current.session?.close();
    problems.forget();
    options.settings.keepLanguage(undefined);
    // An empty list stays the same object, so that nothing derived from it is recomputed.
    const dynamicTools = current.dynamicTools.length > 0 ? NO_TOOLS : current.dynamicTools;
    current = { ...NOTHING, id: next, dynamicTools, ports: ofPage };
  };

  return {
    get id() {
      return current.id;
    },
    get session() {
      return current.session;
    },
    get snapshot() {
      return current.snapshot;
    },
    get neverBegan() {
      return current.how === 'new' && neverBegan(current.snapshot);
    },
    get agents() {
      return current.agents;
    },
    get dynamicTools() {
      return current.dynamicTools;
    },
    get dynamicToolStore() {
      return current.resources?.dynamicTools;
    },
    get shell() {
      return current.shell;
    },
    get ports() {
      return current.ports;
    },
    start(id, how, cassette) {
      // Shown as loading at once, so that no subscriber sees the page without a thread.
      close(id);
      if (how === 'resumed') current = { ...current, snapshot: { ...NO_SESSION, loading: true } };
      loadLocalState(options, id, how);
      const isOpen = () => current.id === id && current.session !== undefined;
      const opened = openSession(options, { id, how, cassette, isOpen, agents: () => current.agents, show });
      current = { ...current, ...opened, how };
      return opened.session;
    },
    async stop() {
      current.resources?.agentTree?.stopAll();
      await current.session?.stop();
    },
    stopAgent: (agentId) => current.resources?.agentTree?.stop(agentId),
    agentLogs: async () => current.resources?.agentTree?.logs() ?? [],
    leave() {
      close();
      onChange();
    },
    onProgress(listener, signal) {
      progressed = listener;
      signal.addEventListener('abort', () => (progressed = () => undefined), { once: true });
    },
  };
}

/** Loads what this browser keeps of a thread besides its log, or starts keeping it. */
function loadLocalState(
  { settings, own, notices, policy }: CurrentThreadOptions,
  id: string,
  how: 'new' | 'resumed',
): void {
  if (how === 'new') {
    void own.keepFor(id);
    notices.keepFor(id);
    policy.begin(id, settings.mode);
  } else {
    void own.load(id);
    void notices.load(id);
    void policy.load(id, () => settings.mode);
  }
}

interface Begun {
  id: string;
  how: 'new' | 'resumed';
  cassette: Cassette | undefined;
  /** Whether it is still the thread that the page shows. */
  isOpen: () => boolean;
  /** Its sub-agents, as far as they are known. */
  agents: () => readonly AgentView[];
  show: (next: Partial<Current>) => void;
}

/** Makes this tab follow a thread and, if it holds the lock, run its calls with the page's tools and its own files and memory. */
function openSession(options: CurrentThreadOptions, { id, how, cassette, isOpen, agents, show }: Begun) {
  const { ports, client, settings, currentWorkspace, project, blobs, dispatching, toolset, policy, onDone } = options;
  let thread = emptyThread;
  const agentOptions = (): AgentOptions => ({
    ...settings.options,
    mode: settings.mode,
    // Only the first run carries it: after that, the log has it.
    ...(cassette && thread.seq === 0 && { cassette }),
  });
  /** What a call works with; if `signal` aborts, without whatever is not open by then. */
  const context = async (signal: AbortSignal): Promise<CallContext> => {
    const [booted, opened] = (await orAborted(Promise.all([currentWorkspace.booted, resources.opened]), signal)) ?? [];
    const shell = opened?.memory?.shell;
    return {
      threadId: id,
      writeRoots: settings.own.tools.writeRoots,
      blobs,
      ...options.toolsContext(),
      dynamicToolStore: resources.dynamicTools,
      ...(booted && { sandbox: booted.sandbox }),
      ...opened?.ports,
      ...(shell && { shell, env: shell.env, ledger: opened?.memory?.ledger }),
      ...(opened && { spawner: opened.agentTree.spawner }),
    };
  };
  const resources = new ThreadResources(options, {
    id,
    how,
    thread: () => thread,
    options: agentOptions,
    context,
    onMail: (any) => session.mailed(any),
    isOpen,
    show,
  });
  const session = createThreadSession({
    threadId: id,
    client,
    ports,
    visibility: ports.visibility,
    inbox: inboxOf(resources),
    async loadToolset() {
      // What the thread adds to it has to be known.
      await Promise.all([resources.dynamicTools.loaded, policy.ready()]);
      return toolset.load();
    },
    dispatching: { ...dispatching, contextFor: (_call, signal) => context(signal) },
    async runContext() {
      // A preset may require absolute paths, so the model has to know the folder.
      if (settings.options.preset) await currentWorkspace.booted;
      // What other pages did to the thread has to be known here.
      if (resources.shared) await resources.opened?.catch(() => undefined);
      const tokensBeside = agents().reduce((sum, { usage }) => sum + tokensUsed(usage), 0);
      return { folder: currentWorkspace.sandbox?.workdir, options: agentOptions(), tokensBeside };
    },
    beforeCall: project.beforeCall,
    async keep(wrote) {
      await (await resources.opened)?.memory?.save();
      if (wrote) await project.afterCall(wrote);
    },
    onExecutor: (executor) => resources.follow(executor),
    onOptions(stored, underWay) {
      options.settings.keepLanguage(underWay ? stored.language : undefined);
      settings.adopt(stored);
      options.onChange();
      resources.open();
    },
    onDone,
    onChange(snapshot) {
      ({ thread } = snapshot);
      show({ snapshot });
      if (how === 'new') resources.begins(!neverBegan(snapshot));
    },
  });
  return { session, resources };
}

/** The inbox of the thread's main agent; empty until its agents are loaded. */
const inboxOf = (resources: Pick<ThreadResources, 'agentTree'>): Inbox => ({
  any: () => resources.agentTree?.inbox.any() ?? false,
  waiting: (now) => resources.agentTree?.inbox.waiting(now) ?? [],
  delivered: (messages) => resources.agentTree?.inbox.delivered(messages),
  wake: (now) => resources.agentTree?.inbox.wake(now) ?? false,
  missing: (now) => resources.agentTree?.inbox.missing(now) ?? false,
  come: async (now, signal) => resources.agentTree?.inbox.come(now, signal),
});

/** The value of a promise, or undefined if the signal aborts first. */
const orAborted = <T>(promise: Promise<T>, signal: AbortSignal): Promise<T | undefined> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return resolve(undefined);
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
    promise.then(resolve, reject);
  });
