'use client';

import type { ClientState } from '@/lib/client/state';
import { useEffect } from 'react';
import { writeCareless } from './careless-link';
import { readLink, writeLink, type DeepLink } from './deep-link';
import { followLink } from './go-to-thread';
import { MODES, type Catalogue } from './catalogue';
import { usePage } from './page-context';
import { chosenScenario } from './run-scenario';
import { isWorkedIn, type UiState } from './ui';

/** Keeps the address bar at a link to what the page shows. */
export function useLink(): void {
  const { client, ui, catalogue } = usePage();
  useEffect(() => {
    const follow = (state: ClientState): void => {
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
    const unfollow = client.store.subscribe(follow);
    const unwatch = ui.subscribe((now, was) => {
      if (SHOWN.some((part) => now[part] !== was[part])) follow(client.store.getState());
    });
    return () => {
      unfollow();
      unwatch();
    };
  }, [client, ui, catalogue]);

  useEffect(() => {
    const onMove = (): void => {
      const link = readLink(location.search);
      if (link.thread !== (client.store.getState().threadId ?? undefined)) followLink({ client, ui }, link);
    };
    addEventListener('popstate', onMove);
    return () => removeEventListener('popstate', onMove);
  }, [client, ui]);
}

/** Whether the state is more than the way to what the link says: a thread that loads, or could not be had. */
const isSettled = ({ status, threadId }: Pick<ClientState, 'status' | 'threadId'>, { thread }: DeepLink): boolean =>
  status !== 'loading' && (threadId !== null || status !== 'error' || thread === undefined);

const SHOWN = ['detail', 'contractTool', 'store'] as const satisfies readonly (keyof UiState)[];

/** What of the page itself goes into a link: a pane that a person works in, not one that follows the agent. */
const shownIn = ({ detail, contractTool, store }: Pick<UiState, (typeof SHOWN)[number]>): DeepLink => ({
  ...(isWorkedIn(detail) && { pane: detail }),
  ...(detail === 'contract' && contractTool !== null && { tool: contractTool }),
  ...(detail === 'stores' && store !== null && { store }),
});

/** The link to a state. The sandbox is the link's own choice: it cannot change while the page stands. */
export function linkOf(state: ClientState, present: DeepLink, catalogue: Catalogue): DeepLink {
  const { model, modelName, baseURL, toolMode, dialect, preset, speed, careless } = state.options;
  const asked = state.options.scenario ?? present.scenario;
  // What the scenario sets by itself must not outlast it.
  const { options: setup } = state.setup;
  return {
    // What there is no scenario for is the one that Run runs.
    scenario: asked && chosenScenario(catalogue, asked)?.id,
    // What is replayed is in the thread; without one there is nothing to replay.
    model: lasting(model ?? catalogue.models.find(({ id }) => id === present.model)?.id),
    modelName: (modelName ?? present.modelName) || undefined,
    baseURL: (baseURL ?? present.baseURL) || undefined,
    toolMode: beside(setup?.toolMode, toolMode ?? present.toolMode),
    dialect: beside(setup?.dialect, dialect ?? present.dialect),
    preset: (preset ?? present.preset) || undefined,
    careless: model === 'careless' && careless ? writeCareless(careless) : undefined,
    speed: speed ?? present.speed,
    // A thread has its mode kept with it; the link says in which the next one begins.
    mode: state.startMode === 'default' ? undefined : MODES.find(({ id }) => id === state.startMode)?.id,
    sandbox: present.sandbox,
    thread: state.threadId ?? undefined,
  };
}

const lasting = (model: string | undefined): string | undefined => (model === 'cassette' ? undefined : model);

/** What was chosen otherwise than the scenario sets, or than goes without saying. */
const beside = <T extends string>(set: T | undefined, value: T | undefined): T | undefined =>
  value === (set ?? 'auto') ? undefined : value;
