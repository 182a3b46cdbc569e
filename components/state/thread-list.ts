import type { ClientState } from '@/lib/client/state';
import { parseJson } from '@/lib/protocol';
import { z } from 'zod';
import type { Page } from './page-context';
import { scenarioBegunBy } from './run-scenario';
import { wasStopped } from './status';
import type { EditorTab, Ui } from './ui';

// Loaded after the page: reading the stored list needs a parser, which the first paint can do without.

const TabSchema: z.ZodType<EditorTab> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), id: z.string(), path: z.string() }),
  z.object({ kind: z.literal('change'), id: z.string(), path: z.string() }),
  z.object({ kind: z.literal('diff'), id: z.string(), path: z.string(), callId: z.string() }),
]);
const ThreadSchema = z.object({
  id: z.string(),
  /** The person's first message. */
  title: z.string(),
  /** The name that a person gave it. */
  name: z.string().optional(),
  /** Its status when it was last open. */
  status: z.enum(['working', 'waiting', 'done', 'stopped', 'failed']).optional(),
  /** When it was last open, milliseconds since the epoch. */
  at: z.number(),
  /** The scenario that it began with. */
  scenario: z.string().optional(),
  preset: z.string().optional(),
  /** How many calls it had, and the names of their tools, each once and in order. */
  calls: z.number().optional(),
  tools: z.array(z.string()).optional(),
  /** The open tabs of the editor. */
  tabs: z.array(TabSchema).optional(),
  activeTab: z.string().nullable().optional(),
});
/** A thread this browser has seen. */
export type ListedThread = z.infer<typeof ThreadSchema>;
const ThreadListSchema = z.array(ThreadSchema);

const KEY = 'toolyard.threads';
/** The most threads kept; the oldest are dropped first. */
const MOST = 60;
const TITLE_LENGTH = 160;
const MOST_TOOLS = 8;

/** Where the list is stored. A browser that refuses its storage throws as soon as it is named: here, only where it is used. */
type ListStorage = Pick<Storage, 'getItem' | 'setItem'>;
export const listStorage: ListStorage = {
  getItem: (key) => localStorage.getItem(key),
  setItem: (key, value) => localStorage.setItem(key, value),
};

/** The threads that this browser has seen, latest first. Empty if nothing is stored. */
export function readThreadList(storage: Pick<Storage, 'getItem'>): readonly ListedThread[] {
  const stored = parseJson(ThreadListSchema, storedThreadList(storage));
  return stored.ok ? stored.value : [];
}

/** The list as stored: the same string as long as the list is unchanged. */
export function storedThreadList(storage: Pick<Storage, 'getItem'> = listStorage): string {
  try {
    return storage.getItem(KEY) ?? '[]';
  } catch {
    return '[]';
  }
}

const listeners = new Set<() => void>();

/** Calls the listener on each change of the list, in this tab or another. Returns a function that stops it. */
export function subscribeThreadList(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/** Stores the list. If the browser cannot store it, the page still shows its threads. */
function write(storage: Pick<Storage, 'setItem'>, list: readonly ListedThread[]): void {
  try {
    storage.setItem(KEY, JSON.stringify(list));
  } catch {
    // Storage is full or not allowed.
  }
  for (const listener of listeners) listener();
}

/** Names a thread; an empty name removes the name. */
export function renameThread(storage: ListStorage, id: string, name: string): void {
  const list = readThreadList(storage);
  const given = name.trim().slice(0, TITLE_LENGTH) || undefined;
  write(
    storage,
    list.map((thread) => (thread.id === id ? { ...thread, name: given } : thread)),
  );
}

/** Removes a thread that was deleted from the list. */
export function unlistThread(storage: ListStorage, id: string): void {
  const list = readThreadList(storage);
  write(
    storage,
    list.filter((thread) => thread.id !== id),
  );
}

/** A thread's status in one word. */
function threadStatus(
  state: Pick<ClientState, 'status' | 'thread' | 'approvals' | 'questions' | 'plans'>,
): ListedThread['status'] {
  const { status, approvals, questions, plans } = state;
  if (status === 'empty' || status === 'loading') return undefined;
  if (status === 'error') return 'failed';
  if (status === 'idle') return wasStopped(state) ? 'stopped' : 'done';
  const asked = approvals.length + questions.length + plans.length > 0;
  return asked || status === 'approval' || status === 'your-turn' ? 'waiting' : 'working';
}

/** Moves a thread to the top of the list and updates it. */
export function putFirst(
  list: readonly ListedThread[],
  thread: Partial<ListedThread> & Pick<ListedThread, 'id' | 'at'>,
): readonly ListedThread[] {
  const known = list.find(({ id }) => id === thread.id);
  const others = list.filter(({ id }) => id !== thread.id);
  return [{ title: '', ...known, ...thread }, ...others].slice(0, MOST);
}

/** A thread's title: its first message from a person. */
export const threadTitle = (state: Pick<ClientState, 'thread'>): string | undefined =>
  firstWords(state).trim().replaceAll(/\s+/g, ' ').slice(0, TITLE_LENGTH) || undefined;

function firstWords({ thread }: Pick<ClientState, 'thread'>): string {
  const first = thread.messages.find(({ role }) => role === 'user')?.content;
  return typeof first === 'string' ? first : '';
}

/** What tells a thread from others that began alike. */
const traits = ({ calls, options }: Pick<ClientState, 'calls' | 'options'>): Partial<ListedThread> => ({
  preset: options.preset,
  calls: calls.length,
  tools: [...new Set(calls.map(({ name }) => name))].slice(0, MOST_TOOLS),
});

/** Whether a person has opened nothing in the editor. */
const isUntouched = ({ tabs, previewTab }: Ui): boolean => tabs.every(({ id }) => id === previewTab);

type ThreadListPage = Pick<Page, 'client' | 'ui'> & { catalogue: Pick<Page['catalogue'], 'scenarios'> };

/** Stores each thread that the page shows, and its editor tabs. Returns a function that stops it. */
export function persistThreadList(
  { client, ui, catalogue }: ThreadListPage,
  storage: ListStorage,
  now = Date.now,
): () => void {
  let shown: string | null = null;
  /** The thread being left: its editor is already empty, but it may still be shown for a moment. */
  let left: string | null = null;
  /** The stored status of the thread that is shown. */
  let kept: ListedThread['status'];
  const put = (thread: Partial<ListedThread> & Pick<ListedThread, 'id'>): void => {
    // Other tabs write to the list too, so it is read again each time.
    write(storage, putFirst(readThreadList(storage), { at: now(), ...thread }));
  };
  /** Not if another tab has deleted the thread meanwhile. */
  const update = (thread: Partial<ListedThread> & Pick<ListedThread, 'id'>): void => {
    if (readThreadList(storage).some(({ id }) => id === thread.id)) put(thread);
  };
  const keepTabs = ({ tabs, activeTab }: Ui): void => {
    if (shown !== null) update({ id: shown, tabs: tabs.filter(({ kind }) => kind !== 'preview'), activeTab });
  };

  const onState = (state: ClientState): void => {
    const { threadId } = state;
    if (threadId === left && left !== null) return;
    left = null;
    const status = threadStatus(state);
    if (threadId === shown) {
      if (threadId !== null && status !== undefined && status !== kept)
        update({ id: threadId, status, ...traits(state) });
      kept = status ?? kept;
      return;
    }
    shown = null;
    if (threadId === null) return;
    const title = threadTitle(state);
    if (title === undefined) return;
    shown = threadId;
    kept = status;
    const known = readThreadList(storage).find(({ id }) => id === threadId);
    const scenario = scenarioBegunBy(catalogue, firstWords(state))?.id;
    put({ id: threadId, title, scenario, ...(status && { status }), ...traits(state) });
    const editor = ui.getState();
    if (known?.tabs && known.tabs.length > 0 && isUntouched(editor)) {
      // A waiting call's change stays open, whether the call began to wait before the tabs were restored or after.
      const asked = editor.tabs.filter(({ kind }) => kind === 'preview');
      const shownId = asked[0]?.id ?? known.activeTab ?? known.tabs[0]?.id ?? null;
      ui.setState({ tabs: [...known.tabs, ...asked], activeTab: shownId, previewTab: asked[0]?.id ?? null });
    } else if (editor.tabs.length > 0) keepTabs(editor);
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
