import { openPlanStore } from '@/lib/stores';
import type { MorePorts, ThreadDependencies } from './dependencies';

/** What the thread's agent has planned, and the way to ask a person about it. */
export const openPlan = async ({
  tables,
  threadId,
  mode,
  setMode,
  askPlan,
}: ThreadDependencies): Promise<MorePorts> => ({
  plan: await openPlanStore({ table: tables.threads, threadId, mode, setMode, ask: askPlan }),
});
