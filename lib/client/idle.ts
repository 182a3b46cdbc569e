import type { StoreApi } from 'zustand/vanilla';
import type { ClientState } from './state';

/** Whether the agent is idle and this tab could give it work. */
const isIdle = ({ status, executor }: Pick<ClientState, 'status' | 'executor'>): boolean =>
  executor === 'mine' && (status === 'idle' || status === 'empty');

/** The store of the client's state. */
export type IdleStore = Pick<StoreApi<ClientState>, 'getState' | 'subscribe'>;

/** Resolves when the agent is idle, or the signal aborts. */
export const whenIdle = (store: IdleStore, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      unsubscribe();
      signal.removeEventListener('abort', done);
      resolve();
    };
    const unsubscribe = store.subscribe((state) => isIdle(state) && done());
    signal.addEventListener('abort', done, { once: true });
    if (signal.aborted || isIdle(store.getState())) done();
  });

/** Calls back whenever the agent becomes idle, until the signal aborts. */
export function onIdle(store: IdleStore, listener: () => void, signal: AbortSignal): void {
  const unsubscribe = store.subscribe((state, before) => {
    if (isIdle(state) && !isIdle(before)) listener();
  });
  signal.addEventListener('abort', unsubscribe, { once: true });
}
