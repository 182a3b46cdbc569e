import type { ShellState, TaskStore } from '@/lib/ports';
import type { Hook } from '@/lib/protocol';
import { notify, type StateEvent } from '@/lib/tools/hooks';
import type { StoreApi } from 'zustand/vanilla';
import { noticeOf } from '../thread/conversation-hooks';
import { stateEvents, type SeenState } from './state-events';
import type { HookNotices } from './hook-notices';
import type { ClientState } from '../state';
import type { Toolset } from './toolset';

export interface NotifyHooksOptions {
  store: Pick<StoreApi<ClientState>, 'getState' | 'subscribe'>;
  hooks: () => readonly Hook[];
  notices: HookNotices;
  loadToolset: () => Promise<Toolset>;
  /** The present thread's. */
  shell: () => ShellState | undefined;
  /** Aborts when the page lets go of the client. */
  signal: AbortSignal;
}

/**
 * Notifies a person's hooks of what happens, one after the other, while everything else goes on; each run is noted. Returns a
 * way to tell them of what no state shows.
 */
export function notifyHooks({ store, hooks, notices, loadToolset, shell, signal }: NotifyHooksOptions) {
  let last: Promise<unknown> = Promise.resolve();
  let tasks: TaskStore | undefined;
  let ofShell: ShellState | undefined;
  let before = look();
  let unsubscribe = (): void => undefined;

  function look(): SeenState {
    return { ...store.getState(), tasks: tasks?.value, cwd: ofShell?.cwd };
  }

  const compare = () => {
    if (signal.aborted) return;
    follow();
    const after = look();
    const happened = stateEvents(before, after);
    before = after;
    happened.forEach(announce);
  };

  /** Another store or shell says where things stand: that has not happened now. */
  const follow = () => {
    const { ports } = store.getState();
    if (ports.tasks !== tasks) {
      unsubscribe();
      tasks = ports.tasks;
      unsubscribe = tasks?.subscribe(compare) ?? (() => undefined);
      before = { ...before, tasks: undefined };
    }
    if (shell() !== ofShell) {
      ofShell = shell();
      before = { ...before, cwd: undefined };
    }
  };

  const announce = (stateEvent: StateEvent) => {
    if (!hooks().some(({ enabled, event }) => enabled && event === stateEvent.event)) return;
    // Without the tools there is nothing to run a hook in, and the person has been told so.
    last = last.then(() => run(stateEvent)).catch(() => undefined);
  };

  const run = async (stateEvent: StateEvent) => {
    const { guards } = await loadToolset();
    if (signal.aborted) return;
    const traces = await notify(guards.hooks, stateEvent, signal);
    if (!signal.aborted) notices.add(traces.map((trace) => noticeOf(stateEvent.event, trace)));
  };

  const leave = store.subscribe(compare);
  signal.addEventListener(
    'abort',
    () => {
      leave();
      unsubscribe();
    },
    { once: true },
  );
  return announce;
}
