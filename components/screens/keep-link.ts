import type { ClientState } from '@/lib/client/state';
import { writeCareless } from '../state/careless-link';
import { readLink, writeLink, type DeepLink } from '../state/deep-link';
import { followLink } from '../state/go-to-thread';
import { saveSessionText, sessionText } from '../state/session-text';
import { MODES, type Catalogue } from '../state/catalogue';
import type { Page } from '../state/page-context';
import { chosenScenario } from '../state/run-scenario';
import { isWorkedIn } from '../panes/registry';
import type { UiState } from '../state/ui';

/** Keeps the address bar up to date with a link to what the page shows, and follows it back and forth. Returns what ends that. */
export function keepLink({ client, ui, catalogue }: Page): () => void {
  const left = threadLeft();
  if (left !== undefined) client.act((loaded) => loaded.openThread(left));
  let shown = client.store.getState().threadId;
  const follow = (state: ClientState): void => {
    const present = readLink(location.search);
    if (!isSettled(state, present)) return;
    // Back or Forward has led to another thread, which the state does not show yet.
    const isLed = state.threadId === shown && shown !== null && present.thread !== shown;
    if (isLed) return;
    if (shown !== state.threadId) saveSessionText(SHOWN_THREAD, state.threadId ?? '');
    shown = state.threadId;
    const link = { ...linkOf(state, present, catalogue), ...shownIn(ui.getState()) };
    const search = writeLink(link);
    if (search === location.search) return;
    const url = `${location.pathname}${search}`;
    // Back should lead to the thread that is left, not out of the page.
    if (present.thread !== undefined && present.thread !== link.thread) history.pushState(history.state, '', url);
    else history.replaceState(history.state, '', url);
  };
  const unfollow = client.store.subscribe(follow);
  const unwatch = ui.subscribe((now, was) => {
    if (SHOWN.some((part) => now[part] !== was[part])) follow(client.store.getState());
  });
  const onMove = (): void => {
    const link = readLink(location.search);
    if (link.thread !== (client.store.getState().threadId ?? undefined)) followLink({ client, ui }, link);
  };
  addEventListener('popstate', onMove);
  return () => {
    unfollow();
    unwatch();
    removeEventListener('popstate', onMove);
    saveSessionText(SHOWN_THREAD, '');
  };
}

const SHOWN_THREAD = 'thread';

/**
 * The thread that this tab showed when it was reloaded, if that began before the address told of it; undefined if the address
 * does, or the tab was led here.
 */
export function threadLeft(): string | undefined {
  const [loaded] = performance.getEntriesByType('navigation');
  const isReload = loaded !== undefined && 'type' in loaded && loaded.type === 'reload';
  if (isReload && readLink(location.search).thread === undefined) return sessionText(SHOWN_THREAD) || undefined;
  saveSessionText(SHOWN_THREAD, '');
  return undefined;
}

/** Whether the state is final for the link: its thread is not still loading and has not failed to load. */
const isSettled = ({ status, threadId }: Pick<ClientState, 'status' | 'threadId'>, { thread }: DeepLink): boolean =>
  status !== 'loading' && (threadId !== null || status !== 'error' || thread === undefined);

const SHOWN = ['detail', 'contractTool', 'store'] as const satisfies readonly (keyof UiState)[];

/** The link's parts for the page's own state: a pane that a person works in, but not one that follows the agent. */
const shownIn = ({ detail, contractTool, store }: Pick<UiState, (typeof SHOWN)[number]>): DeepLink => ({
  ...(isWorkedIn(detail) && { pane: detail }),
  ...(detail === 'contract' && contractTool !== null && { tool: contractTool }),
  ...(detail === 'stores' && store !== null && { store }),
});

/** The link to a state. The sandbox comes from the present link: it cannot change without a reload. */
export function linkOf(state: ClientState, present: DeepLink, catalogue: Catalogue): DeepLink {
  const { model, modelName, baseURL, toolMode, dialect, preset, speed, careless } = state.options;
  const asked = state.options.scenario ?? present.scenario;
  // Settings made by the scenario must not outlast it.
  const { options: setup } = state.setup;
  return {
    // An unknown scenario is replaced by the one that Run runs.
    scenario: asked && chosenScenario(catalogue, asked)?.id,
    // A replayed recording belongs to its thread; without the thread there is nothing to replay.
    model: lasting(model ?? catalogue.models.find(({ id }) => id === present.model)?.id),
    modelName: (modelName ?? present.modelName) || undefined,
    baseURL: (baseURL ?? present.baseURL) || undefined,
    toolMode: beside(setup?.toolMode, toolMode ?? present.toolMode),
    dialect: beside(setup?.dialect, dialect ?? present.dialect),
    preset: catalogue.presets.find(({ id }) => id === (preset ?? present.preset))?.id,
    careless: model === 'careless' && careless ? writeCareless(careless) : undefined,
    speed: speed ?? present.speed,
    // A thread stores its own mode; the link holds the mode in which the next one begins.
    mode: state.startMode === 'default' ? undefined : MODES.find(({ id }) => id === state.startMode)?.id,
    sandbox: present.sandbox,
    thread: state.threadId ?? undefined,
  };
}

const lasting = (model: string | undefined): string | undefined => (model === 'cassette' ? undefined : model);

/** A value, unless it equals the scenario's setting or the default. */
const beside = <T extends string>(set: T | undefined, value: T | undefined): T | undefined =>
  value === (set ?? 'auto') ? undefined : value;
