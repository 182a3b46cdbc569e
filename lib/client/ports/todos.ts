import { openTodoStore } from '@/lib/stores';
import type { MorePorts, ThreadDependencies } from './dependencies';

/** The to-do list of the thread's agent. Hooks are told when it changes, not when the same list is set again. */
export const openTodos = async ({
  tables,
  threadId,
  announce,
}: Pick<ThreadDependencies, 'tables' | 'threadId' | 'announce'>): Promise<MorePorts> => {
  const store = await openTodoStore(tables.threads, threadId);
  let told = JSON.stringify(store.value);
  store.subscribe(() => {
    const todos = store.value;
    const now = JSON.stringify(todos);
    if (now === told) return;
    told = now;
    // Writes of an agent in another tab are that tab's events.
    if (!tables.threads.watching) announce?.({ event: 'TodoListUpdated', payload: { threadId, todos } });
  });
  return { todos: store };
};
