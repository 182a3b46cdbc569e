'use client';

import type { HostState } from '@/lib/host/state';
import { useEffect } from 'react';
import { readLink, writeLink, type DeepLink } from './deep-link';
import { followLink } from './go-to-thread';
import { MODES, type Catalogue } from './catalogue';
import { usePage } from './page-context';
import { chosenScenario } from './run-scenario';
import type { UiState } from './ui';

/** Keeps the address bar at a link to what the page shows. */
export function useLink(): void {
  const { hands, ui, catalogue } = usePage();
  useEffect(() => {
    const follow = (state: HostState): void => {
      const present = readLink(location.search);
      if (!isSettled(state, present)) return;
      const link = { ...linkOf(state, present, catalogue), ...shownIn(ui.getState()) };
      const search = writeLink(link);
      if (search === location.search) return;
      const url = `${location.pathname}${search}`;
      // Back leads to the thread that is left, not out of the page.
      if (present.thread !== undefined && present.thread !== link.thread) history.pushState(history.state, '', url);
      else history.replaceState(history.state, '', url);
    };
    const unfollow = hands.store.subscribe(follow);
    const unwatch = ui.subscribe((now, was) => {
      if (now.detail !== was.detail || now.contractTool !== was.contractTool) follow(hands.store.getState());
    });
    return () => {
      unfollow();
      unwatch();
    };
  }, [hands, ui, catalogue]);

  useEffect(() => {
    const onMove = (): void => {
      const link = readLink(location.search);
      if (link.thread !== (hands.store.getState().threadId ?? undefined)) followLink({ hands, ui }, link);
    };
    addEventListener('popstate', onMove);
    return () => removeEventListener('popstate', onMove);
  }, [hands, ui]);
}

/** Whether the state is more than the way to what the link says: a thread that loads, or could not be had. */
export const isSettled = (
  { status, threadId }: Pick<HostState, 'status' | 'threadId'>,
  { thread }: DeepLink,
): boolean => status !== 'loading' && (threadId !== null || status !== 'error' || thread === undefined);

/** What of the page itself goes into a link: a pane that a person works in, not one that follows the agent. */
export const shownIn = ({ detail, contractTool }: Pick<UiState, 'detail' | 'contractTool'>): DeepLink => ({
  ...((detail === 'contract' || detail === 'policy' || detail === 'hooks') && { pane: detail }),
  ...(detail === 'contract' && contractTool !== null && { tool: contractTool }),
});

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
