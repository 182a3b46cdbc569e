import { emptyThread, type ThreadState } from '@/lib/protocol';
import type { LiveCall } from './call-views';

export interface Fault {
  code: string;
  message: string;
}

/** What a session knows, for the page. */
export interface SessionFacts {
  thread: ThreadState;
  live: ReadonlyMap<string, LiveCall>;
  loading: boolean;
  posting: boolean;
  stopping: boolean;
  hands: 'mine' | 'elsewhere';
  connection: 'off' | 'open' | 'reconnecting';
  /** Whether the server knows the thread. */
  known: boolean;
  fault?: Fault;
}

/** Before there is a thread. */
export const NO_SESSION: SessionFacts = {
  thread: emptyThread,
  live: new Map(),
  loading: false,
  posting: false,
  stopping: false,
  hands: 'mine',
  connection: 'off',
  known: false,
};
