import { openPlanStore } from '@/lib/stores';
import type { MorePorts, ThreadNeeds } from './needs';

/** What the thread's agent has planned, and the way to ask a person about it. */
export const openPlan = async ({ tables, threadId, mode, setMode, askPlan }: ThreadNeeds): Promise<MorePorts> => ({
  plan: await openPlanStore({ table: tables.threads, threadId, mode, setMode, ask: askPlan }),
});
