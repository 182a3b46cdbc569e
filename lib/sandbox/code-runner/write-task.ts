import type { CodeTask } from '@/lib/ports';
import { messageOf } from '@/lib/protocol/message-of';
import { MAX_PARAMETERS } from './limits';
import type { WorkerTask } from './messages';

/** A task as it crosses to a worker, or why it cannot. */
export function writeTask({
  source,
  parameters,
}: CodeTask): { ok: true; task: WorkerTask } | { ok: false; why: string } {
  try {
    const values = JSON.stringify(Object.values(parameters));
    if (values.length > MAX_PARAMETERS)
      return { ok: false, why: `its parameters have over ${MAX_PARAMETERS} characters` };
    return { ok: true, task: { source, names: Object.keys(parameters), values } };
  } catch (error) {
    return { ok: false, why: `its parameters are not JSON: ${messageOf(error)}` };
  }
}
