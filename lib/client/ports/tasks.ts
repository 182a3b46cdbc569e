import { openTaskStore } from '@/lib/stores';
import type { MorePorts, ThreadDependencies } from './dependencies';

/** A thread's tasks: planned ones, and those that run beside the conversation. */
export const openTasks = async ({ tables, threadId, now, signal }: ThreadDependencies): Promise<MorePorts> => ({
  tasks: await openTaskStore({ table: tables.threads, threadId, now, signal }),
});
