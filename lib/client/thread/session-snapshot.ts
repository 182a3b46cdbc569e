import { emptyThread, type ThreadState } from '@/lib/protocol';
import type { LiveCall } from '../executor/call-views';

export interface Failure {
  code: string;
  message: string;
}

/** The state of a session, for the page. */
export interface SessionSnapshot {
  thread: ThreadState;
  live: ReadonlyMap<string, LiveCall>;
  loading: boolean;
  posting: boolean;
  stopping: boolean;
  executor: 'mine' | 'elsewhere';
  connection: 'off' | 'open' | 'reconnecting';
  /** Whether the server knows the thread. */
  known: boolean;
  failure?: Failure;
}

/** The snapshot before there is a thread. */
export const NO_SESSION: SessionSnapshot = {
  thread: emptyThread,
  live: new Map(),
  loading: false,
  posting: false,
  stopping: false,
  executor: 'mine',
  connection: 'off',
  known: false,
};
