import type { ClientState } from '@/lib/client/state';
import { loadCommandLines } from '@/lib/tools/shell/load-command-lines';
import type { StoreApi } from 'zustand/vanilla';
import { loadMarkdown } from '../elements/markdown';
import { loadEditors } from '../elements/monaco';
import { loadLater } from '../messages/catalogues';
import { documentLocale } from '../messages/locale';
import { DETAIL_PANES } from '../panes/registry';
import { STORE_PANES } from '../panes/stores/registry';

type Load = () => Promise<unknown>;

/**
 * The parts of the page that load when first shown, likeliest first and large ones last. A part requested while the server is
 * away fails until the page is reloaded, so they are loaded before they are needed.
 */
const PARTS: readonly Load[] = [
  () => loadLater(documentLocale()),
  () => import('../panes/conversation/thread-view'),
  () => import('../panes/conversation/approval-card'),
  () => import('../panes/conversation/agent-conversation'),
  () => import('../panes/conversation/plan-card'),
  () => import('../panes/conversation/question-card'),
  loadMarkdown,
  () => import('../panes/timeline/timeline-view'),
  () => import('../panes/files/project-tree'),
  () => import('../panes/editor/tab-content'),
  ...DETAIL_PANES.map(({ load }) => load),
  ...STORE_PANES.map(({ load }) => load),
  () => import('../commands/palette/palette-dialog'),
  () => import('../panes/scenarios/scenarios-dialog'),
  () => import('../panes/settings/settings-dialog'),
  () => import('../commands/keys-dialog'),
  () => import('../panes/threads/threads-dialog'),
  () => import('../panes/files/reset-dialog'),
  () => import('../panes/editor/unsaved-dialog'),
  () => import('../panes/your-turn/your-turn-card'),
  () => import('../panes/cassette/cassette-dialog'),
  loadEditors,
];

/** What the client needs to run a call: loaded as soon as the sandbox is ready, before a run can need it. */
const EXECUTOR: Load = loadCommandLines;

/** If the page is never idle, the next part loads after this time anyway, milliseconds. */
const PATIENCE_MS = 2000;

/** Loads the parts one by one after the sandbox, while page and tools are idle. Returns a function that stops it. */
export function preloadParts(
  store: StoreApi<ClientState>,
  parts = PARTS,
  rest = atRest,
  executor = EXECUTOR,
): () => void {
  const over = new AbortController();
  void (async () => {
    await until(store, over.signal, isBooted);
    await executor();
    for (const load of parts) {
      await until(store, over.signal, hasTime);
      await rest();
      if (over.signal.aborted) return;
      await load();
    }
  })().catch(() => undefined); // The server went away: each further part would fail for good, too.
  return () => over.abort();
}

const isBooted = ({ sandbox }: ClientState): boolean => sandbox.phase !== 'booting';
const hasTime = (state: ClientState): boolean => isBooted(state) && state.status !== 'tools';

const until = (
  store: StoreApi<ClientState>,
  signal: AbortSignal,
  holds: (state: ClientState) => boolean,
): Promise<void> =>
  new Promise((resolve) => {
    const look = (state: ClientState): void => {
      if (!holds(state)) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = store.subscribe(look);
    signal.addEventListener('abort', unsubscribe, { once: true });
    look(store.getState());
  });

async function atRest(): Promise<void> {
  // Without a network, a part would fail for good.
  if (!navigator.onLine) await new Promise((resolve) => addEventListener('online', resolve, { once: true }));
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: PATIENCE_MS });
    else setTimeout(resolve, 200);
  });
}
