'use client';

import type { HostState } from '@/lib/host/state';
import { useEffect } from 'react';
import { readLink, writeLink, type DeepLink } from './deep-link';
import { MODES } from './catalogue';
import { usePage } from './page-context';

/** Keeps the address bar at a link to what the page shows. */
export function useLink(): void {
  const { hands } = usePage();
  useEffect(() => {
    const follow = (state: HostState): void => {
      const search = writeLink(linkOf(state, readLink(location.search)));
      if (search !== location.search) history.replaceState(history.state, '', `${location.pathname}${search}`);
    };
    return hands.store.subscribe(follow);
  }, [hands]);
}

/** The link to a state. The sandbox is the link's own choice: it cannot change while the page stands. */
export function linkOf(state: HostState, present: DeepLink): DeepLink {
  const { scenario, model, speed } = state.options;
  return {
    scenario: scenario ?? present.scenario,
    model: model ?? present.model,
    speed: speed ?? present.speed,
    mode: state.mode === 'default' ? undefined : MODES.find(({ id }) => id === state.mode)?.id,
    sandbox: present.sandbox,
    thread: state.threadId ?? undefined,
  };
}
