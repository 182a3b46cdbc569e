import type { BlobStore, ShellState, ShelvedTool } from '@/lib/ports';
import type { Cassette } from '@/lib/protocol';
import type { HostContext } from '@/lib/tools/dispatch';
import type { KeyValue } from '@/lib/stores';
import type { AgentView } from './agents/agent-view';
import type { HostPorts } from './browser-ports';
import { needsOfChild } from './child-needs';
import type { HookNotices } from './hook-notices';
import type { LegClient } from './leg-client';
import type { Mishaps } from './mishaps';
import { openThread, type OpenThread, type ThreadOptions } from './open-thread';
import type { OwnChanges } from './own-changes';
import { openConversationPorts, openThreadPorts } from './ports';
import type { MorePorts, PageNeeds, ThreadNeeds } from './ports/needs';
import type { PresentKit } from './present-kit';
import type { PresentPlace } from './present-place';
import type { PresentSettings } from './present-settings';
import type { Project } from './project';
import { NO_SESSION, type SessionFacts } from './session-facts';
import type { Dispatching } from './tool-kit';
import type { ThreadPolicy } from './thread-policy';
import { isReserved, openToolShelf } from './tool-shelf';

export interface PresentThreadOptions {
  ports: HostPorts;
  client: LegClient;
  blobs: BlobStore;
  settings: PresentSettings;
  kit: PresentKit;
  place: PresentPlace;
  project: Project;
  own: OwnChanges;
  notices: HookNotices;
  policy: ThreadPolicy;
  mishaps: Mishaps;
  needs: PageNeeds;
  /** The ports that every thread of the page shares. */
  page: Promise<MorePorts>;
  dispatching: Dispatching;
  /** What tools that are about tools use, beside the thread's own shelf. */
  toolsContext: () => Partial<HostContext>;
  onDone: ThreadOptions['onDone'];
  onChange: () => void;
}

/** The thread that the page shows, and what is known of it; before there is one, as if it were empty. */
export interface PresentThread {
  readonly id: string | undefined;
  readonly session: OpenThread | undefined;
  readonly facts: SessionFacts;
  readonly agents: readonly AgentView[];
  /** Its dynamic tools. */
  readonly shelved: readonly ShelvedTool[];
  /** Undefined where there is no sandbox. */
  readonly shell: ShellState | undefined;
  /** The page's ports, with those of the thread as soon as they are open. */
  readonly ports: MorePorts;
  /** Leaves the one there is for another. A cassette is what the new one replays. */
  start(id: string, how: 'new' | 'resumed', cassette?: Cassette): OpenThread;
  leave(): void;
}

export function createPresentThread(options: PresentThreadOptions): PresentThread {
  const { ports, settings, kit, place, project, own, notices, policy, mishaps, needs, page, onChange } = options;
  let present: { id: string; session: OpenThread } | undefined;
  let facts = NO_SESSION;
  let agents: readonly AgentView[] = [];
  let shelved: readonly ShelvedTool[] = [];
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

  const shelfOf = (id: string, table: KeyValue) =>
    openToolShelf({
      table,
      threadId: id,
      ready: kit.load,
      isReserved: (name) => isReserved(kit.current?.pool ?? [], name, settings.own.tools.replaceable),
      check: (draft) => kit.current?.checkDraft(draft),
      onChange(tools) {
        if (present?.id !== id) return;
        shelved = tools;
        onChange();
      },
    });

  const leave = () => {
    present?.session.close();
    present = undefined;
    facts = NO_SESSION;
    agents = [];
    shell = undefined;
    mishaps.forget();
    if (shelved.length > 0) shelved = [];
    show(ofPage);
  };

  const start = (id: string, how: 'new' | 'resumed', cassette?: Cassette): OpenThread => {
    leave();
    void (how === 'new' ? own.keepFor(id) : own.load(id));
    if (how === 'new') notices.keepFor(id);
    else void notices.load(id);
    if (how === 'new') policy.begin(id, settings.mode);
    else void policy.load(id, () => settings.mode);
    let shelf = shelfOf(id, ports.database.threads);
    let conversation: MorePorts = {};
    const session = openThread({
      id,
      how,
      ports,
      client: options.client,
      blobs: options.blobs,
      place: place.booted,
      sample: project.sample,
      loadKit: () => Promise.all([shelf.loaded, policy.ready()]).then(kit.load),
      narrowedKit: (filter) => shelf.loaded.then(() => kit.narrowed(filter)),
      workdir: () => place.sandbox?.workdir,
      agentOptions: () => ({
        ...settings.options,
        mode: settings.mode,
        // Only the first leg brings it: then the log has it.
        ...(cassette && facts.thread.seq === 0 && { cassette }),
      }),
      writeRoots: () => settings.own.tools.writeRoots,
      tools: () => ({ ...options.toolsContext(), shelf }),
      dispatching: options.dispatching,
      onDone: options.onDone,
      async openPorts(tables, opened, signal) {
        shelf = shelfOf(id, tables.threads);
        if (present?.id === id) await policy.load(id, () => settings.mode);
        const shared = await page;
        const its: ThreadNeeds = { ...needs, tables, threadId: id, shell: opened, page: shared, signal };
        conversation = await openConversationPorts(its);
        const all = { ...shared, ...conversation, ...(await openThreadPorts(its)) };
        if (present?.id === id) {
          shell = opened;
          show(all);
        }
        return all;
      },
      async openChildPorts(tables, child) {
        const ofChild = needsOfChild({ ...needs, tables }, child, { ...(await page), ...conversation });
        return { ...ofChild.page, questions: ofChild.questions, ...(await openThreadPorts(ofChild)) };
      },
      onAgents(next) {
        agents = next;
        onChange();
      },
      onOptions: settings.adopt,
      onChange(next) {
        facts = next;
        onChange();
      },
      onMishap: mishaps.add,
    });
    present = { id, session };
    return session;
  };

  return {
    get id() {
      return present?.id;
    },
    get session() {
      return present?.session;
    },
    get facts() {
      return facts;
    },
    get agents() {
      return agents;
    },
    get shelved() {
      return shelved;
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
