import { currentRun, pendingCalls, type ThreadSummary } from '@/lib/protocol';
import type { ThreadRecord } from '@/lib/threads';
import type { ThreadHistory } from './history';

/** A thread in brief, for `GET /api/threads/:id`. */
export function summarize({ thread }: ThreadHistory, record: ThreadRecord, now: number): ThreadSummary {
  const live = record.lease && record.lease.expiresAt > now ? record.lease : null;
  return {
    threadId: record.threadId,
    lastSeq: record.lastSeq,
    live,
    orphaned: currentRun(thread)?.status === 'live' && live === null,
    pendingToolCallIds: pendingCalls(thread).map((call) => call.id),
    options: record.options,
  };
}
