import { ResultMetadataSchema, type ThreadState } from '@/lib/protocol';

/** Whether the thread stands at results one of which says that the run ends here: nothing is asked of the model then. */
export function endedByResult({ messages, calls, callOrder }: ThreadState): boolean {
  if (messages.findLast(({ role }) => SPEAKERS.has(role))?.role !== 'tool') return false;
  const last = calls[callOrder.at(-1) ?? ''];
  return callOrder.some((id) => {
    const call = calls[id];
    if (!call?.result || call.messageId !== last?.messageId) return false;
    const ours = ResultMetadataSchema.safeParse(call.result.metadata?.toolyard);
    return ours.success && ours.data.endsRun === true;
  });
}

const SPEAKERS: ReadonlySet<string> = new Set(['user', 'assistant', 'tool']);
