import type { Host, HostState } from '@/lib/host/state';
import { messageOf } from '@/lib/protocol/message-of';
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
  /** Loads the host. What it returns lets go of it again. */
  start(load: () => Promise<Host>): () => void;
}

export function createHostHandle(initial: Partial<HostState> = {}): HostHandle {
  const store = createStore<HostState>(() => ({ ...initialHostState, ...initial }));
  let host: Host | undefined;
  let waiting: ((host: Host) => unknown)[] = [];

  const start = (load: () => Promise<Host>): (() => void) => {
    let over = false;
    let unfollow = (): void => {};
    const follow = (loaded: Host): void => {
      if (over) {
        loaded.dispose();
        return;
      }
      host = loaded;
      store.setState(loaded.store.getState(), true);
      unfollow = loaded.store.subscribe((state) => store.setState(state, true));
      const actions = waiting;
      waiting = [];
      for (const action of actions) action(loaded);
    };
    load().then(follow, (error: unknown) => {
      const message = messageOf(error);
      store.setState({
        status: 'error',
        error: { code: 'PAGE_INCOMPLETE', message: `A part of the page did not load: ${message}` },
      });
    });
    return () => {
      over = true;
      unfollow();
      host?.dispose();
      host = undefined;
    };
  };

  return {
    store,
    host: () => host,
    act: (action) => {
      if (host) action(host);
      else waiting.push(action);
    },
    start,
  };
}
