import { openTodoStore } from '@/lib/stores';
import type { MorePorts, ThreadNeeds } from './needs';

/** What the thread's agent has to do. */
export const openTodos = async ({ tables, threadId }: ThreadNeeds): Promise<MorePorts> => ({
  todos: await openTodoStore(tables.threads, threadId),
});
