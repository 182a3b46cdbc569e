import { currentLeg, pendingCalls, type ThreadState } from '@/lib/protocol';
import { guardStop } from './guard-stop';
import type { HostStatus } from './state';
import { askedTurn } from './your-turn';

export interface StatusFacts {
  threadId: string | null;
  thread: ThreadState;
  /** The log is still being read from the start. */
  loading: boolean;
  /** A leg was posted and is not in the log yet. */
  posting: boolean;
  stopping: boolean;
  /** Calls that wait for a person. */
  waiting: number;
  /** What went wrong outside the log, such as a request that was refused. */
  fault: boolean;
}

/** What the page is about, in one word. */
export function statusOf({ threadId, thread, loading, posting, stopping, waiting, fault }: StatusFacts): HostStatus {
  const leg = currentLeg(thread);
  if (fault) return 'error';
  if (loading) return 'loading';
  if (stopping) return 'stopping';
  if (posting || leg?.status === 'live') return 'model';
  if (leg?.status === 'error' || guardStop(leg)) return 'error';
  if (askedTurn(leg)) return 'your-turn';
  if (waiting > 0) return 'approval';
  if (pendingCalls(thread).length > 0) return 'tools';
  return threadId === null ? 'empty' : 'idle';
}
