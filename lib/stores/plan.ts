import type { PermissionMode } from '@/lib/protocol';
import type { Plan, PlanAnswer, PlanRequest, PlanStore } from '@/lib/ports';
import { z } from 'zod';
import { openPersisted } from './persisted';
import type { KeyValue } from './database';

const PlanSchema = z.object({
  text: z.string(),
  state: z.enum(['draft', 'submitted', 'approved', 'rejected', 'change']),
  feedback: z.string().optional(),
});

interface PlanStoreOptions {
  table: KeyValue;
  threadId: string;
  mode: () => PermissionMode;
  setMode: (mode: PermissionMode) => void;
  /** Asks a person; see `PlanStore.submit`. */
  ask: (request: PlanRequest, signal: AbortSignal) => Promise<PlanAnswer>;
}

/** A thread's plan, kept in this browser. */
export async function openPlanStore(options: PlanStoreOptions): Promise<PlanStore> {
  const { table, threadId, mode, setMode, ask } = options;
  const kept = await openPersisted<Plan | undefined>(table, `plan:${threadId}`, PlanSchema.optional(), undefined);
  // A plan that was waiting when the page closed no longer waits: its call was cut off.
  if (kept.value?.state === 'submitted' && !table.watching) await kept.set({ ...kept.value, state: 'draft' });
  return {
    get value() {
      return kept.value;
    },
    subscribe: kept.subscribe,
    get planning() {
      return mode() === 'plan';
    },
    async enter() {
      setMode('plan');
    },
    draft: (text) => kept.set({ text, state: 'draft' }),
    async submit(request, signal) {
      const { text } = request;
      await kept.set({ text, state: 'submitted' });
      try {
        const answer = await ask(request, signal);
        const { feedback } = answer;
        await kept.set({ text, state: answer.answer, ...(feedback && { feedback }) });
        if (answer.answer === 'approved') setMode('default');
        return answer;
      } catch (error) {
        await kept.set({ text, state: 'draft' });
        throw error;
      }
    },
  };
}
