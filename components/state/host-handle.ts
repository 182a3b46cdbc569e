import type { Host, HostState } from '@/lib/host/state';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { initialHostState } from './initial-state';

/**
 * The hands, which load after the page. Until they have, `store` holds the initial state and what a person asks for
 * waits; afterwards `store` follows the host's own.
 */
export interface HostHandle {
  readonly store: StoreApi<HostState>;
  host(): Host | undefined;
  /** Does something with the host as soon as there is one. */
  act(action: (host: Host) => unknown): void;
  dispose(): void;
}

export function createHostHandle(load: () => Promise<Host>, initial: Partial<HostState> = {}): HostHandle {
  const store = createStore<HostState>(() => ({ ...initialHostState, ...initial }));
  let host: Host | undefined;
  let disposed = false;
  let waiting: ((host: Host) => unknown)[] = [];
  let unfollow = (): void => {};

  const begin = (loaded: Host): void => {
    if (disposed) {
      loaded.dispose();
      return;
    }
    host = loaded;
    store.setState(loaded.store.getState(), true);
    unfollow = loaded.store.subscribe((state) => store.setState(state, true));
    for (const action of waiting) action(loaded);
    waiting = [];
  };

  load().then(begin, (error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    store.setState({ status: 'error', error: { code: 'PAGE_INCOMPLETE', message: `A part of the page did not load: ${message}` } });
  });

  return {
    store,
    host: () => host,
    act: (action) => {
      if (host) action(host);
      else waiting.push(action);
    },
    dispose: () => {
      disposed = true;
      unfollow();
      host?.dispose();
    },
  };
}
