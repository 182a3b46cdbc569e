import { currentRun, pendingCalls, type ThreadState } from '@/lib/protocol';
import { guardStop } from './thread/guard-stop';
import type { ClientStatus } from './state';
import { askedTurn } from './thread/your-turn';

export interface StatusSnapshot {
  threadId: string | null;
  thread: ThreadState;
  /** The log is still being read from the start. */
  loading: boolean;
  /** A run was posted and is not in the log yet. */
  posting: boolean;
  stopping: boolean;
  /** Calls that wait for a person. */
  waiting: number;
  /** What went wrong outside the log, such as a request that was refused. */
  failure: boolean;
}

/** What the page is about, in one word. */
export function statusOf({
  threadId,
  thread,
  loading,
  posting,
  stopping,
  waiting,
  failure,
}: StatusSnapshot): ClientStatus {
  const run = currentRun(thread);
  if (failure) return 'error';
  if (loading) return 'loading';
  if (stopping) return 'stopping';
  if (posting || run?.status === 'live') return 'model';
  if (run?.status === 'error' || guardStop(run)) return 'error';
  if (askedTurn(run)) return 'your-turn';
  if (waiting > 0) return 'approval';
  if (pendingCalls(thread).length > 0) return 'tools';
  return threadId === null ? 'empty' : 'idle';
}
