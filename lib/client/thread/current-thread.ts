import type { BlobStore, ShellState, DynamicTool } from '@/lib/ports';
import type { Cassette } from '@/lib/protocol';
import type { CallContext } from '@/lib/tools/dispatch';
import type { KeyValue } from '@/lib/stores';
import type { AgentView } from '../agents/agent-view';
import type { ClientPorts } from '../browser-ports';
import { dependenciesOfChild } from '../ports/child-dependencies';
import type { HookNotices } from '../executor/hook-notices';
import type { RunClient } from './run-client';
import type { Problems } from '../problems';
import { openThread, type OpenThread, type ThreadOptions } from './open-thread';
import type { PersonChanges } from '../workspace/person-changes';
import { openConversationPorts, openThreadPorts } from '../ports';
import type { MorePorts, PageDependencies, ThreadDependencies } from '../ports/dependencies';
import type { CurrentToolset } from '../executor/current-toolset';
import type { CurrentWorkspace } from '../workspace/current-workspace';
import type { CurrentSettings } from '../settings/current-settings';
import type { Project } from '../workspace/project';
import { NO_SESSION, type SessionSnapshot } from './session-snapshot';
import type { Dispatching } from '../executor/toolset';
import type { ThreadPolicy } from '../thread-policy';
import { isReserved, openDynamicToolStore } from '../executor/dynamic-tool-store';

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
  /** What tools that are about tools use, beside the thread's own store. */
  toolsContext: () => Partial<CallContext>;
  onDone: ThreadOptions['onDone'];
  onChange: () => void;
}

/** The thread that the page shows, and what is known of it; before there is one, as if it were empty. */
export interface CurrentThread {
  readonly id: string | undefined;
  readonly session: OpenThread | undefined;
  readonly snapshot: SessionSnapshot;
  readonly agents: readonly AgentView[];
  /** Its dynamic tools. */
  readonly dynamicTools: readonly DynamicTool[];
  /** Undefined where there is no sandbox. */
  readonly shell: ShellState | undefined;
  /** The page's ports, with those of the thread as soon as they are open. */
  readonly ports: MorePorts;
  /** Leaves the one there is for another. A cassette is what the new one replays. */
  start(id: string, how: 'new' | 'resumed', cassette?: Cassette): OpenThread;
  leave(): void;
}

export function createCurrentThread(options: CurrentThreadOptions): CurrentThread {
  const { ports, settings, toolset, place, project, own, notices, policy, problems, dependencies, page, onChange } =
    options;
  /** Which it is, from the moment that it is chosen. */
  let current: string | undefined;
  let present: { id: string; session: OpenThread } | undefined;
  let snapshot = NO_SESSION;
  let agents: readonly AgentView[] = [];
  let dynamicTools: readonly DynamicTool[] = [];
  let shell: ShellState | undefined;
  /** The page's own, once they are open. */
  let ofPage: MorePorts = {};
  let shown: MorePorts = {};

  const show = (next: MorePorts) => {
    shown = next;
    onChange();
  };
  void page.then((opened) => {
    ofPage = opened;
    show({ ...opened, ...shown });
  });

  const dynamicToolStoreOf = (id: string, table: KeyValue) =>
    openDynamicToolStore({
      table,
      threadId: id,
      ready: toolset.load,
      isReserved: (name) => isReserved(toolset.current?.pool ?? [], name, settings.own.tools.replaceable),
      check: (draft) => toolset.current?.checkDraft(draft),
      onChange(tools) {
        if (present?.id !== id) return;
        dynamicTools = tools;
        onChange();
      },
    });

  const close = (next?: string) => {
    present?.session.close();
    present = undefined;
    current = next;
    snapshot = NO_SESSION;
    agents = [];
    shell = undefined;
    problems.forget();
    if (dynamicTools.length > 0) dynamicTools = [];
    shown = ofPage;
  };
  const leave = () => {
    close();
    onChange();
  };

  const start = (id: string, how: 'new' | 'resumed', cassette?: Cassette): OpenThread => {
    // It loads from this moment on: to whoever follows, there is none without a thread.
    close(id);
    if (how === 'resumed') snapshot = { ...NO_SESSION, loading: true };
    void (how === 'new' ? own.keepFor(id) : own.load(id));
    if (how === 'new') notices.keepFor(id);
    else void notices.load(id);
    if (how === 'new') policy.begin(id, settings.mode);
    else void policy.load(id, () => settings.mode);
    let dynamicToolStore = dynamicToolStoreOf(id, ports.database.threads);
    let conversation: MorePorts = {};
    const session = openThread({
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
        // Only the first run brings it: then the log has it.
        ...(cassette && snapshot.thread.seq === 0 && { cassette }),
      }),
      writeRoots: () => settings.own.tools.writeRoots,
      tools: () => ({ ...options.toolsContext(), dynamicToolStore }),
      dispatching: options.dispatching,
      onDone: options.onDone,
      async openPorts(tables, opened, signal) {
        dynamicToolStore = dynamicToolStoreOf(id, tables.threads);
        if (present?.id === id) await policy.load(id, () => settings.mode);
        const shared = await page;
        const its: ThreadDependencies = { ...dependencies, tables, threadId: id, shell: opened, page: shared, signal };
        conversation = await openConversationPorts(its);
        const all = { ...shared, ...conversation, ...(await openThreadPorts(its)) };
        if (present?.id === id) {
          shell = opened;
          show(all);
        }
        return all;
      },
      async openChildPorts(tables, child) {
        const ofChild = dependenciesOfChild({ ...dependencies, tables }, child, { ...(await page), ...conversation });
        return { ...ofChild.page, questions: ofChild.questions, ...(await openThreadPorts(ofChild)) };
      },
      onAgents(next) {
        agents = next;
        onChange();
      },
      onOptions: settings.adopt,
      onChange(next) {
        snapshot = next;
        onChange();
      },
      onProblem: problems.add,
    });
    present = { id, session };
    return session;
  };

  return {
    get id() {
      return current;
    },
    get session() {
      return present?.session;
    },
    get snapshot() {
      return snapshot;
    },
    get agents() {
      return agents;
    },
    get dynamicTools() {
      return dynamicTools;
    },
    get shell() {
      return shell;
    },
    get ports() {
      return shown;
    },
    start,
    leave,
  };
}
