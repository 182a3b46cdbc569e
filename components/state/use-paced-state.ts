import type { ClientState } from '@/lib/client/state';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { usePage } from './page-context';

/** A list of more calls takes the page longer to draw than a call takes. */
const MANY = 100;

/** How often a list of many calls is drawn at most, milliseconds. */
export const PACE = 400;

/**
 * Reads the client's state for views that draw every call: with many, they follow it a few times a second, so that the calls
 * themselves go on. Selectors must return a part of the state, not a new object.
 */
export const usePacedState = <T>(selector: (state: ClientState) => T): T =>
  useStore(pacedStore(usePage().client.store), selector);

/** All views of a page follow the same store, so that they agree. */
const known = new WeakMap<StoreApi<ClientState>, StoreApi<ClientState>>();

function pacedStore(source: StoreApi<ClientState>): StoreApi<ClientState> {
  const before = known.get(source);
  if (before) return before;
  const paced = createStore(() => source.getState());
  known.set(source, paced);
  let pause: ReturnType<typeof setTimeout> | undefined;
  const follow = (): void => {
    const state = source.getState();
    if (hasMany(state)) {
      if (pause !== undefined) return;
      pause = setTimeout(() => {
        pause = undefined;
        if (paced.getState() !== source.getState()) follow();
      }, PACE);
    } else {
      clearTimeout(pause);
      pause = undefined;
    }
    paced.setState(state, true);
  };
  source.subscribe(follow);
  return paced;
}

const hasMany = ({ calls, agents }: ClientState): boolean =>
  agents.reduce((count, agent) => count + agent.calls.length, calls.length) > MANY;
