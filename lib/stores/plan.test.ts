import { describe, expect, it } from 'vitest';
import type { PlanAnswer } from '@/lib/ports';
import type { PermissionMode } from '@/lib/protocol';
import { createMemoryStore } from './database';
import { openPlanStore } from './plan';
import { openTodoStore } from './todos';

const { signal } = new AbortController();

async function setUp(answer: Promise<PlanAnswer>, table = createMemoryStore()) {
  let mode: PermissionMode = 'acceptEdits';
  const store = await openPlanStore({
    table,
    threadId: 't',
    mode: () => mode,
    setMode: (next) => (mode = next),
    ask: () => answer,
  });
  return { store, table, mode: () => mode };
}

describe('the plan of a thread', () => {
  it.each<[PlanAnswer, PermissionMode]>([
    [{ answer: 'approved' }, 'default'],
    [{ answer: 'change', feedback: 'Shorter.' }, 'plan'],
    [{ answer: 'rejected' }, 'plan'],
  ])('is kept as %j, and the mode is %s then', async (answer, expected) => {
    const { store, table, mode } = await setUp(Promise.resolve(answer));
    expect([store.planning, store.value]).toEqual([false, undefined]);
    await store.enter();
    expect(store.planning).toBe(true);
    await store.draft('one');
    expect(store.value).toEqual({ text: 'one', state: 'draft' });
    expect(await store.submit({ callId: 'c', text: 'two' }, signal)).toEqual(answer);
    const { answer: state, ...rest } = answer;
    const kept = { text: 'two', state, ...rest };
    expect([store.value, mode()]).toEqual([kept, expected]);
    expect((await setUp(Promise.resolve(answer), table)).store.value).toEqual(kept);
  });

  it('is a draft again where nobody answered', async () => {
    const { store, mode } = await setUp(Promise.reject(new Error('stopped')));
    await store.enter();
    await expect(store.submit({ callId: 'c', text: 'x' }, signal)).rejects.toThrow('stopped');
    expect([store.value, mode()]).toEqual([{ text: 'x', state: 'draft' }, 'plan']);
  });

  it('waits no longer in the next page', async () => {
    const { store, table } = await setUp(new Promise(() => undefined));
    void store.submit({ callId: 'c', text: 'x' }, signal);
    expect(store.value?.state).toBe('submitted');
    await new Promise((resolve) => setTimeout(resolve));
    expect((await setUp(new Promise(() => undefined), table)).store.value?.state).toBe('draft');
  });
});

describe('a to-do list', () => {
  it('belongs to one agent', async () => {
    const table = createMemoryStore();
    const todo = { content: 'Read', status: 'in_progress', activeForm: 'Reading' } as const;
    await (await openTodoStore(table, 't')).set([todo]);
    expect((await openTodoStore(table, 't')).value).toEqual([todo]);
    expect((await openTodoStore(table, 't/scout')).value).toEqual([]);
  });
});
