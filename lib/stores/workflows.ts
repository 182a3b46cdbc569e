import type { Workflow, WorkflowStore } from '@/lib/ports';
import { z } from 'zod';
import { openPersistedList } from './persisted-list';
import type { KeyValue } from './database';
import type { TabChannel } from './tab-channel';

/** Maximum number of workflows. */
export const MOST_WORKFLOWS = 100;

const WorkflowSchema: z.ZodType<Workflow> = z.object({
  name: z.string(),
  description: z.string(),
  steps: z.array(z.object({ id: z.string(), tool: z.string(), input: z.record(z.string(), z.unknown()) })),
});

const idOf = ({ name }: { name: string }): string => name.trim().toLowerCase();

/** The workflows of this browser, by name. */
export async function openWorkflowStore(options: {
  table: KeyValue;
  channel?: TabChannel | undefined;
}): Promise<WorkflowStore> {
  const order = (a: Workflow, b: Workflow) => (idOf(a) < idOf(b) ? -1 : 1);
  const kept = await openPersistedList({ ...options, prefix: 'workflow:', schema: WorkflowSchema, idOf, order });
  const get = (name: string) => kept.value.find((workflow) => idOf(workflow) === idOf({ name }));
  return {
    get value() {
      return kept.value;
    },
    subscribe: kept.subscribe,
    async save(workflow) {
      if (!get(workflow.name) && kept.value.length >= MOST_WORKFLOWS) return false;
      await kept.put(workflow);
      return true;
    },
    get,
    remove: (name) => kept.remove(idOf({ name })),
  };
}
