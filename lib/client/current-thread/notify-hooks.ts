import type { ShellState, TaskStore } from '@/lib/ports';
import { type Hook, NOTIFY_ONLY_EVENTS, TraceEntrySchema } from '@/lib/protocol';
import { notify, type StateEvent } from '@/lib/tools/hooks';
import type { StoreApi } from 'zustand/vanilla';
import { noticeOf } from './conversation-hooks';
import { stateEvents, type SeenState } from './state-events';
import type { ClientState } from '../state';
import type { Toolset } from '../executor/toolset';
import type { KeyValue } from '@/lib/stores';
import { z } from 'zod';
import type { HookNotice } from '../tool-state';

interface NotifyHooksOptions {
  store: Pick<StoreApi<ClientState>, 'getState' | 'subscribe'>;
  hooks: () => readonly Hook[];
  notices: HookNotices;
  loadToolset: () => Promise<Toolset>;
  /** The current thread's shell. */
  shell: () => ShellState | undefined;
  /** Aborts when the page disposes of the client. */
  signal: AbortSignal;
}

/** Notifies a person's hooks of events. */
interface HookEvents {
  /** An event that does not show in the state. */
  announce(stateEvent: StateEvent): void;
  /** The hooks may have changed: the state is watched while any of them is on. */
  follow(): void;
}

/** Notifies a person's hooks of events, one after the other, in the background; each run is noted. */
export function notifyHooks({ store, hooks, notices, loadToolset, shell, signal }: NotifyHooksOptions): HookEvents {
  let last: Promise<unknown> = Promise.resolve();
  let leave: (() => void) | undefined;
  let tasks: TaskStore | undefined;
  let ofShell: ShellState | undefined;
  /** The state as last compared; undefined before there is anything to compare it with. */
  let before: SeenState | undefined;
  let unsubscribe = (): void => undefined;

  function look(): SeenState {
    return { ...store.getState(), tasks: tasks?.value, cwd: ofShell?.cwd };
  }

  const compare = (_state?: ClientState, previous?: ClientState) => {
    if (signal.aborted) return;
    followThread();
    const after = look();
    const happened = stateEvents(before ?? { ...after, ...previous }, after);
    before = after;
    happened.forEach(announce);
  };

  /** The initial state of a new store or shell is not an event. */
  const followThread = () => {
    const { ports } = store.getState();
    if (ports.tasks !== tasks) {
      unsubscribe();
      tasks = ports.tasks;
      unsubscribe = tasks?.subscribe(() => compare()) ?? (() => undefined);
      before &&= { ...before, tasks: undefined };
    }
    if (shell() !== ofShell) {
      ofShell = shell();
      before &&= { ...before, cwd: undefined };
    }
  };

  const announce = (stateEvent: StateEvent) => {
    if (!hooks().some(({ enabled, event }) => enabled && event === stateEvent.event)) return;
    // Without the tools, no hook can run; the person has already been told.
    last = last.then(() => run(stateEvent)).catch(() => undefined);
  };

  const run = async (stateEvent: StateEvent) => {
    const { guards } = await loadToolset();
    if (signal.aborted) return;
    const traces = await notify(guards.hooks, stateEvent, signal);
    if (!signal.aborted) notices.add(traces.map((trace) => noticeOf(stateEvent.event, trace)));
  };

  const end = () => {
    leave?.();
    leave = undefined;
    unsubscribe();
    unsubscribe = () => undefined;
    tasks = undefined;
    before = undefined;
  };
  const follow = () => {
    if (signal.aborted || !hooks().some(({ enabled }) => enabled)) end();
    else leave ??= store.subscribe(compare);
  };
  signal.addEventListener('abort', end, { once: true });
  follow();
  return { announce, follow };
}

/**
 * Notices that are kept of a thread: this many about what hooks were told, and this many others; the oldest are dropped first.
 */
const KEPT = 200;

const NoticesSchema = z.array(
  TraceEntrySchema.extend({
    id: z.string(),
    event: z.enum(['UserPromptSubmit', 'Stop', ...NOTIFY_ONLY_EVENTS]),
    prompt: z.string().optional(),
    messageId: z.string().optional(),
  }),
);

/** What hooks did to the current thread's prompts and ends and to events they were told of; kept in this browser. */
export interface HookNotices {
  /** A new list whenever notices are added. */
  readonly list: readonly HookNotice[];
  add(notices: readonly HookNotice[]): void;
  /** Loads the stored notices of a thread. */
  load(threadId: string): Promise<void>;
  /** From now on they belong to this thread, including those from before it began. */
  keepFor(threadId: string): void;
  forget(): void;
}

export function createHookNotices(table: KeyValue, onChange: () => void): HookNotices {
  let owner: string | undefined;
  let list: readonly HookNotice[] = [];
  const keyOf = (threadId: string) => `notices:${threadId}`;
  const save = () => {
    if (owner !== undefined && list.length > 0) void table.put(keyOf(owner), list);
  };
  return {
    get list() {
      return list;
    },
    add(notices) {
      if (notices.length === 0) return;
      list = withRoom([...list, ...notices]);
      save();
      onChange();
    },
    async load(threadId) {
      owner = threadId;
      list = [];
      const stored = NoticesSchema.safeParse(await table.get(keyOf(threadId)));
      if (owner !== threadId) return;
      const meanwhile = list;
      list = withRoom([...(stored.success ? stored.data : []), ...meanwhile]);
      if (meanwhile.length > 0) save();
      onChange();
    },
    keepFor(threadId) {
      owner = threadId;
      save();
    },
    forget() {
      owner = undefined;
      list = [];
    },
  };
}

/** Notices of what hooks were told never push out the others, which count how often hooks kept an agent going. */
function withRoom(list: readonly HookNotice[]): readonly HookNotice[] {
  const isTold = ({ event }: HookNotice) => event !== 'UserPromptSubmit' && event !== 'Stop';
  const [told, others] = [list.filter(isTold), list.filter((notice) => !isTold(notice))];
  const spare = new Set([...told.slice(0, -KEPT), ...others.slice(0, -KEPT)]);
  return spare.size === 0 ? list : list.filter((notice) => !spare.has(notice));
}
