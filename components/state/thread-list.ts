import type { ClientState } from '@/lib/client/state';
import { parseJson } from '@/lib/protocol';
import { z } from 'zod';
import type { Page } from './page-context';
import { chosenScenario } from './run-scenario';
import type { EditorTab, Ui } from './ui';

// Loaded after the page: reading what is stored needs a parser, which the first paint does not.

const TabSchema: z.ZodType<EditorTab> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), id: z.string(), path: z.string() }),
  z.object({ kind: z.literal('change'), id: z.string(), path: z.string() }),
  z.object({ kind: z.literal('diff'), id: z.string(), path: z.string(), callId: z.string() }),
]);
const ThreadSchema = z.object({
  id: z.string(),
  /** What was said first. */
  title: z.string(),
  /** When it was last open, milliseconds since the epoch. */
  at: z.number(),
  scenario: z.string().optional(),
  /** What stood in the editor. */
  tabs: z.array(TabSchema).optional(),
  activeTab: z.string().nullable().optional(),
});
/** A thread this browser has seen. */
export type ListedThread = z.infer<typeof ThreadSchema>;
const ThreadListSchema = z.array(ThreadSchema);

const KEY = 'toolyard.threads';
/** More than this are not remembered; the oldest go first. */
const MOST = 60;
const TITLE_LENGTH = 160;

/** The threads this browser has seen, the last one first. Empty where nothing is kept. */
export function readThreadList(storage: Pick<Storage, 'getItem'>): readonly ListedThread[] {
  try {
    const stored = parseJson(ThreadListSchema, storage.getItem(KEY) ?? '[]');
    return stored.ok ? stored.value : [];
  } catch {
    return [];
  }
}

/** Puts a thread on top, with what is new of it. */
export function putFirst(
  list: readonly ListedThread[],
  thread: Partial<ListedThread> & Pick<ListedThread, 'id' | 'at'>,
): readonly ListedThread[] {
  const known = list.find(({ id }) => id === thread.id);
  const others = list.filter(({ id }) => id !== thread.id);
  return [{ title: '', ...known, ...thread }, ...others].slice(0, MOST);
}

/** What a thread is called: the first thing a person said in it. */
export function threadTitle({ thread }: Pick<ClientState, 'thread'>): string | undefined {
  const first = thread.messages.find(({ role }) => role === 'user')?.content;
  const text = typeof first === 'string' ? first.trim().replaceAll(/\s+/g, ' ') : undefined;
  return text?.slice(0, TITLE_LENGTH) || undefined;
}

/** Whether the editor shows nothing that a person opened. */
const isUntouched = ({ tabs, previewTab }: Ui): boolean => tabs.every(({ id }) => id === previewTab);

type ThreadListPage = Pick<Page, 'client' | 'ui'> & { catalogue: Pick<Page['catalogue'], 'scenarios'> };

/** Remembers each thread the page shows, and what stands in its editor. Returns what ends that. */
export function persistThreadList(
  { client, ui, catalogue }: ThreadListPage,
  storage: Storage,
  now = Date.now,
): () => void {
  let shown: string | null = null;
  /** Its editor is empty already; it may still be shown for a moment. */
  let left: string | null = null;
  const put = (thread: Partial<ListedThread> & Pick<ListedThread, 'id'>): void => {
    try {
      // Other tabs put theirs: it is read anew each time.
      storage.setItem(KEY, JSON.stringify(putFirst(readThreadList(storage), { at: now(), ...thread })));
    } catch {
      // A browser that keeps nothing still shows the thread.
    }
  };
  const keepTabs = ({ tabs, activeTab }: Ui): void => {
    if (shown !== null) put({ id: shown, tabs: tabs.filter(({ kind }) => kind !== 'preview'), activeTab });
  };

  const onState = (state: ClientState): void => {
    const { threadId } = state;
    if (threadId === left && left !== null) return;
    left = null;
    if (threadId === shown) return;
    shown = null;
    if (threadId === null) return;
    const title = threadTitle(state);
    if (title === undefined) return;
    shown = threadId;
    const kept = readThreadList(storage).find(({ id }) => id === threadId);
    const scenario = chosenScenario(catalogue, state.options.scenario)?.id;
    put({ id: threadId, title, ...(scenario !== undefined && { scenario }) });
    if (kept?.tabs && kept.tabs.length > 0 && isUntouched(ui.getState())) {
      ui.setState({ tabs: kept.tabs, activeTab: kept.activeTab ?? kept.tabs[0]?.id ?? null, previewTab: null });
    }
  };
  onState(client.store.getState());
  const unfollow = client.store.subscribe(onState);
  const unwatch = ui.subscribe((state, before) => {
    if (state.left !== before.left) {
      left = shown;
      shown = null;
    } else if (state.tabs !== before.tabs || state.activeTab !== before.activeTab) keepTabs(state);
  });
  return () => {
    unfollow();
    unwatch();
  };
}
