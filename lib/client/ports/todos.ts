import { openTodoStore } from '@/lib/stores';
import type { MorePorts, ThreadDependencies } from './dependencies';

/** What the thread's agent has to do. Hooks are told when it is another list; the same one again is no news. */
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
    // What an agent of another tab writes happens there.
    if (!tables.threads.watching) announce?.({ event: 'TodoListUpdated', payload: { threadId, todos } });
  });
  return { todos: store };
};
