import 'fake-indexeddb/auto';
import type { Todo } from '@/lib/ports';
import { createThreadTable, openDatabase } from '@/lib/stores';
import { expect, it, vi } from 'vitest';
import { openTodos } from './todos';

const todo = (status: Todo['status']): Todo => ({ content: 'Run the tests', status, activeForm: 'Running the tests' });

it('tells of nothing that another tab writes', async () => {
  const tables = openDatabase(crypto.randomUUID());
  const threads = createThreadTable(tables.threads, undefined, true);
  const announce = vi.fn();
  const { todos } = await openTodos({ tables: { ...tables, threads }, threadId: 't', announce });
  await tables.threads.put('todos:t', [todo('completed')]);
  threads.release();
  await expect.poll(() => todos?.value).toEqual([todo('completed')]);
  expect(announce).not.toHaveBeenCalled();
});

it('tells of every other list an agent writes, over a reload too', async () => {
  const tables = openDatabase(crypto.randomUUID());
  const told: unknown[] = [];
  const open = async (threadId: string) => {
    const { todos } = await openTodos({ tables, threadId, announce: (stateEvent) => void told.push(stateEvent) });
    if (!todos) throw new Error('There is no list.');
    return todos;
  };
  const own = await open('t1');
  await own.set([todo('in_progress')]);
  await own.set([todo('in_progress')]);
  const child = await open('t2');
  await child.set([todo('completed')]);
  const reloaded = await open('t1');
  await reloaded.set([todo('in_progress')]);
  await reloaded.set([]);
  expect(told).toEqual(
    [
      { threadId: 't1', todos: [todo('in_progress')] },
      { threadId: 't2', todos: [todo('completed')] },
      { threadId: 't1', todos: [] },
    ].map((payload) => ({ event: 'TodoListUpdated', payload })),
  );
});
