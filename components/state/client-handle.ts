import type { Client, ClientState } from '@/lib/client/state';
import { isPartMissing, messageOf } from '@/lib/protocol/message-of';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { textOf } from '../messages/text';
import { initialClientState } from './initial-state';

/**
 * The client, which loads after the page. Until then `store` holds the initial state and a person's actions wait; afterwards
 * `store` follows the client's own store.
 */
export interface ClientHandle {
  readonly store: StoreApi<ClientState>;
  loaded(): Client | undefined;
  /** Runs an action with the client as soon as it has loaded. */
  act(action: (client: Client) => unknown): void;
  /** Loads the client. Returns a function that disposes of it. */
  start(load: () => Promise<Client>): () => void;
}

export function createClientHandle(initial: Partial<ClientState> = {}): ClientHandle {
  const store = createStore<ClientState>(() => ({ ...initialClientState, ...initial }));
  let client: Client | undefined;
  let waiting: ((client: Client) => unknown)[] = [];

  const start = (load: () => Promise<Client>): (() => void) => {
    let over = false;
    let unfollow = (): void => {};
    const follow = (loaded: Client): void => {
      if (over) {
        loaded.dispose();
        return;
      }
      client = loaded;
      store.setState(loaded.store.getState(), true);
      unfollow = loaded.store.subscribe((state) => store.setState(state, true));
      const actions = waiting;
      waiting = [];
      for (const action of actions) action(loaded);
    };
    load().then(follow, (error: unknown) => {
      const message = textOf('page')('incomplete', { message: messageOf(error) });
      store.setState({
        status: 'error',
        error: { code: isPartMissing(error) ? 'PART_NOT_LOADED' : 'PAGE_INCOMPLETE', message },
      });
    });
    return () => {
      over = true;
      unfollow();
      client?.dispose();
      client = undefined;
    };
  };

  return {
    store,
    loaded: () => client,
    act: (action) => {
      if (client) action(client);
      else waiting.push(action);
    },
    start,
  };
}
