'use client';

import type { HostState } from '@/lib/host/state';
import { useEffect } from 'react';
import { readLink, writeLink, type DeepLink } from './deep-link';
import { MODES, type Catalogue } from './catalogue';
import { usePage } from './page-context';
import { chosenScenario } from './run-scenario';

/** Keeps the address bar at a link to what the page shows. */
export function useLink(): void {
  const { hands, catalogue } = usePage();
  useEffect(() => {
    const follow = (state: HostState): void => {
      const search = writeLink(linkOf(state, readLink(location.search), catalogue));
      if (search !== location.search) history.replaceState(history.state, '', `${location.pathname}${search}`);
    };
    return hands.store.subscribe(follow);
  }, [hands, catalogue]);
}

/** The link to a state. The sandbox is the link's own choice: it cannot change while the page stands. */
export function linkOf(state: HostState, present: DeepLink, catalogue: Catalogue): DeepLink {
  const { model, speed } = state.options;
  const asked = state.options.scenario ?? present.scenario;
  return {
    // What there is no scenario for is the one that Run runs.
    scenario: asked && chosenScenario(catalogue, asked)?.id,
    model: model ?? present.model,
    speed: speed ?? present.speed,
    mode: state.mode === 'default' ? undefined : MODES.find(({ id }) => id === state.mode)?.id,
    sandbox: present.sandbox,
    thread: state.threadId ?? undefined,
  };
}
