// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeClient } from '../fixtures/fake-client';
import { states } from '../fixtures/states';
import { createClientHandle } from './client-handle';
import { initialClientState } from './initial-state';
import {
  listStorage,
  persistThreadList,
  putFirst,
  readThreadList,
  renameThread,
  threadTitle,
  unlistThread,
} from './thread-list';
import { createUi, fileTab, previewTab } from './ui';

beforeEach(() => localStorage.clear());

/** A page with a host whose thread a test can change. */
async function setUp() {
  const client = fakeClient();
  const handle = createClientHandle();
  handle.start(async () => client);
  await Promise.resolve();
  const ui = createUi();
  let time = 0;
  const end = persistThreadList({ client: handle, ui, catalogue: { scenarios: [] } }, localStorage, () => ++time);
  const show = (threadId: string | null) => client.store.setState({ ...states.finished, threadId });
  return { client, ui, show, end };
}
const ids = () => readThreadList(localStorage).map(({ id }) => id);

describe('the list of threads', () => {
  it('is empty where the browser refuses its storage, and nothing fails', async () => {
    vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    const handle = createClientHandle({ ...states.finished, threadId: 'a' });
    persistThreadList({ client: handle, ui: createUi(), catalogue: { scenarios: [] } }, listStorage)();
    expect(readThreadList(listStorage)).toEqual([]);
    vi.restoreAllMocks();
  });

  it('has each thread once, the last one on top, called by what was said first', async () => {
    const { show } = await setUp();
    for (const id of ['a', 'b', 'a']) show(id);
    expect(ids()).toEqual(['a', 'b']);
    expect(readThreadList(localStorage)[0]?.title).toBe('The cart test is red. Find out why and fix it.');
  });

  it('keeps what tells threads of the same words apart, and the scenario only of one that it began', async () => {
    const prompt = 'The cart test is red. Find out why and fix it.';
    for (const [said, scenario] of [
      [prompt, 'fix-the-test'],
      ['Something of my own', undefined],
    ] as const) {
      const handle = createClientHandle({ ...states.finished, threadId: 'a', options: { preset: 'y-agent' } });
      const choice = { id: 'fix-the-test', title: '', summary: '', prompt: said };
      persistThreadList({ client: handle, ui: createUi(), catalogue: { scenarios: [choice] } }, localStorage)();
      expect(readThreadList(localStorage)[0]).toMatchObject({
        preset: 'y-agent',
        calls: states.finished.calls?.length,
      });
      expect(readThreadList(localStorage)[0]?.scenario).toBe(scenario);
    }
    expect(readThreadList(localStorage)[0]?.tools).toEqual([
      ...new Set(states.finished.calls?.map(({ name }) => name)),
    ]);
  });

  it('gives a thread its tabs back, and only its own', async () => {
    const { ui, show } = await setUp();
    show('a');
    ui.getState().openTab(fileTab('/x'));
    ui.getState().reset();
    // The client says once more what it showed before it lets go of it.
    show('a');
    expect(ui.getState().tabs).toEqual([]);
    show(null);
    show('b');
    expect(ui.getState().tabs).toEqual([]);
    ui.getState().reset();
    show('a');
    expect(ui.getState()).toMatchObject({ tabs: [fileTab('/x')], activeTab: 'file:/x' });
  });

  it('leaves alone what a person opened before the thread was there', async () => {
    const first = await setUp();
    first.show('a');
    first.ui.getState().openTab(fileTab('/x'));
    first.end();
    const again = await setUp();
    again.ui.getState().openTab(fileTab('/y'));
    again.show('a');
    expect(again.ui.getState().tabs).toEqual([fileTab('/y')]);
  });

  it('remembers what a person opened before it was loaded', async () => {
    const late = createClientHandle({ ...states.finished, threadId: 'a' });
    const ui = createUi();
    ui.getState().openTab(fileTab('/x'));
    persistThreadList({ client: late, ui, catalogue: { scenarios: [] } }, localStorage);
    expect(readThreadList(localStorage)[0]).toMatchObject({ id: 'a', tabs: [fileTab('/x')] });
  });

  it.each(['before', 'after'])('gives the tabs back, and shows what is asked %s it was loaded', async (when) => {
    const first = await setUp();
    first.show('a');
    first.ui.getState().openTab(fileTab('/x'));
    first.end();
    const ui = createUi();
    const asked = previewTab('call-1', '/y');
    if (when === 'before') ui.getState().followTab(asked);
    const late = createClientHandle({ ...states.finished, threadId: 'a' });
    persistThreadList({ client: late, ui, catalogue: { scenarios: [] } }, localStorage);
    if (when === 'after') ui.getState().followTab(asked);
    expect(ui.getState()).toMatchObject({ tabs: [fileTab('/x'), asked], activeTab: asked.id, previewTab: asked.id });
  });

  it('keeps the name a person gave, and how the thread stood', async () => {
    const { client, show } = await setUp();
    show('a');
    renameThread(localStorage, 'a', '  The cart  ');
    client.store.setState({ status: 'model' });
    expect(readThreadList(localStorage)[0]).toMatchObject({ name: 'The cart', status: 'working' });
    client.store.setState({ status: 'approval' });
    expect(readThreadList(localStorage)[0]).toMatchObject({ name: 'The cart', status: 'waiting' });
    renameThread(localStorage, 'a', ' ');
    expect(readThreadList(localStorage)[0]?.name).toBeUndefined();
  });

  it('takes a thread off that was deleted', async () => {
    const { show } = await setUp();
    for (const id of ['a', 'b', 'c']) show(id);
    unlistThread(localStorage, 'b');
    unlistThread(localStorage, 'nope');
    expect(ids()).toEqual(['c', 'a']);
  });

  it('does not take a thread up again that another tab has deleted', async () => {
    const { client, ui, show } = await setUp();
    show('a');
    unlistThread(localStorage, 'a');
    client.store.setState({ status: 'error' });
    ui.getState().openTab(fileTab('/x'));
    expect(ids()).toEqual([]);
  });

  it('is bounded, and keeps what it knew of a thread', () => {
    const list = Array.from({ length: 70 }, (_, index) => ({ id: `t${index}`, title: 'x', at: 0 }));
    const [top, ...rest] = putFirst(list, { id: 't65', at: 9 });
    expect(top).toEqual({ id: 't65', title: 'x', at: 9 });
    expect(rest).toHaveLength(59);
  });

  it.each(['', '{', '[{"id":1}]', 'null'])('is empty where %o is stored', (text) => {
    localStorage.setItem('toolyard.threads', text);
    expect(readThreadList(localStorage)).toEqual([]);
  });

  it('has no title where nothing was said', () => {
    expect(threadTitle(initialClientState)).toBeUndefined();
  });
});
