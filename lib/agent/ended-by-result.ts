import type { Metadata } from '@ag-ui/core';
import { callOf, ResultMetadataSchema, type ThreadState } from '@/lib/protocol';

/**
 * Whether the thread stands at results one of which says that the run ends here: nothing is asked of the model then. `brought`:
 * the metadata of results that are not in the thread yet, by their calls.
 */
export function endedByResult(thread: ThreadState, brought: ReadonlyMap<string, Metadata | undefined>): boolean {
  const { messages, callOrder } = thread;
  if (brought.size === 0 && messages.findLast(({ role }) => SPEAKERS.has(role))?.role !== 'tool') return false;
  const last = callOf(thread, callOrder.at(-1) ?? '')?.messageId;
  // Calls of one message stand together.
  const before = callOrder.findLastIndex((id) => callOf(thread, id)?.messageId !== last);
  return callOrder.slice(before + 1).some((id) => {
    const ours = EndSchema.safeParse((callOf(thread, id)?.result?.metadata ?? brought.get(id))?.toolyard);
    return ours.success && ours.data.endsRun === true;
  });
}

const EndSchema = ResultMetadataSchema.pick({ endsRun: true });

const SPEAKERS: ReadonlySet<string> = new Set(['user', 'assistant', 'tool']);
