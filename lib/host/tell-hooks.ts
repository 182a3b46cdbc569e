import type { ShellState, TaskStore } from '@/lib/ports';
import type { Hook } from '@/lib/protocol';
import { tell, type Happening } from '@/lib/tools/hooks';
import type { StoreApi } from 'zustand/vanilla';
import { noticeOf } from './conversation-hooks';
import { happenings, type Seen } from './happenings';
import type { HookNotices } from './hook-notices';
import type { HostState } from './state';
import type { ToolKit } from './tool-kit';

export interface TellHooksOptions {
  store: Pick<StoreApi<HostState>, 'getState' | 'subscribe'>;
  hooks: () => readonly Hook[];
  notices: HookNotices;
  loadKit: () => Promise<ToolKit>;
  /** The present thread's. */
  shell: () => ShellState | undefined;
  /** Aborts when the page lets go of the hands. */
  signal: AbortSignal;
}

/**
 * Tells a person's hooks of what happens, one after the other, while everything else goes on; each run is noted. Returns a
 * way to tell them of what no state shows.
 */
export function tellHooks({ store, hooks, notices, loadKit, shell, signal }: TellHooksOptions) {
  let last: Promise<unknown> = Promise.resolve();
  let tasks: TaskStore | undefined;
  let ofShell: ShellState | undefined;
  let before = look();
  let unsubscribe = (): void => undefined;

  function look(): Seen {
    return { ...store.getState(), tasks: tasks?.value, cwd: ofShell?.cwd };
  }

  const compare = () => {
    if (signal.aborted) return;
    follow();
    const after = look();
    const happened = happenings(before, after);
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

  const announce = (happening: Happening) => {
    if (!hooks().some(({ enabled, event }) => enabled && event === happening.event)) return;
    // Without the tools there is no guest to run a hook in, and the person has been told so.
    last = last.then(() => run(happening)).catch(() => undefined);
  };

  const run = async (happening: Happening) => {
    const { guards } = await loadKit();
    if (signal.aborted) return;
    const traces = await tell(guards.hooks, happening, signal);
    if (!signal.aborted) notices.add(traces.map((trace) => noticeOf(happening.event, trace)));
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
