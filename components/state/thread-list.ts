import type { ClientState } from '@/lib/client/state';
import { parseJson } from '@/lib/protocol';
import { z } from 'zod';
import type { Page } from './page-context';
import { chosenScenario } from './run-scenario';
import { wasStopped } from './status';
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
  /** What a person calls it. */
  name: z.string().optional(),
  /** How it stood when it was last open. */
  status: z.enum(['working', 'waiting', 'done', 'stopped', 'failed']).optional(),
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
  const stored = parseJson(ThreadListSchema, storedThreadList(storage));
  return stored.ok ? stored.value : [];
}

/** The list as it is kept: the same text for as long as it is the same list. */
export function storedThreadList(storage: Pick<Storage, 'getItem'> = localStorage): string {
  try {
    return storage.getItem(KEY) ?? '[]';
  } catch {
    return '[]';
  }
}

const listeners = new Set<() => void>();

/** Tells of each change of the list, by this tab or another. What it returns ends that. */
export function subscribeThreadList(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/** Writes the list. A browser that keeps nothing still shows its threads. */
function write(storage: Pick<Storage, 'setItem'>, list: readonly ListedThread[]): void {
  try {
    storage.setItem(KEY, JSON.stringify(list));
  } catch {
    // Storage is full, or not allowed.
  }
  for (const listener of listeners) listener();
}

/** Gives a thread a name; an empty one takes it away. */
export function renameThread(storage: Storage, id: string, name: string): void {
  const list = readThreadList(storage);
  const given = name.trim().slice(0, TITLE_LENGTH) || undefined;
  write(
    storage,
    list.map((thread) => (thread.id === id ? { ...thread, name: given } : thread)),
  );
}

/** Takes a thread off the list; the server keeps it. What it returns puts it back where it was. */
export function removeThread(storage: Storage, id: string): () => void {
  const before = readThreadList(storage);
  const index = before.findIndex((thread) => thread.id === id);
  const removed = before[index];
  write(storage, before.toSpliced(index, removed ? 1 : 0));
  return () => {
    const others = readThreadList(storage).filter((thread) => thread.id !== id);
    if (removed) write(storage, others.toSpliced(index, 0, removed));
  };
}

/** How a thread stands, in a word. */
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
  /** The status that is kept with the thread that is shown. */
  let kept: ListedThread['status'];
  const put = (thread: Partial<ListedThread> & Pick<ListedThread, 'id'>): void => {
    // Other tabs put theirs: it is read anew each time.
    write(storage, putFirst(readThreadList(storage), { at: now(), ...thread }));
  };
  const keepTabs = ({ tabs, activeTab }: Ui): void => {
    if (shown !== null) put({ id: shown, tabs: tabs.filter(({ kind }) => kind !== 'preview'), activeTab });
  };

  const onState = (state: ClientState): void => {
    const { threadId } = state;
    if (threadId === left && left !== null) return;
    left = null;
    const status = threadStatus(state);
    if (threadId === shown) {
      if (threadId !== null && status !== undefined && status !== kept) put({ id: threadId, status });
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
    const scenario = chosenScenario(catalogue, state.options.scenario)?.id;
    put({ id: threadId, title, ...(status && { status }), ...(scenario !== undefined && { scenario }) });
    const editor = ui.getState();
    if (known?.tabs && known.tabs.length > 0 && isUntouched(editor)) {
      // What a call that waits would change is shown, whether it began to wait before this was loaded or after.
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
