import type { UserMessage } from '@ag-ui/core';
import { emptyThread, type FoldedCall, type ThreadState, type WrittenTurn } from '@/lib/protocol';
import type { PostAnswer } from '../run-client';
import type { Failure, SessionSnapshot } from './session-snapshot';
import type { LockGain } from '../thread-lock';

/** Everything that decides what a tab does for its thread. */
export interface SessionState {
  /** The log so far, folded, and the sequence number of its last line. */
  readonly thread: ThreadState;
  readonly seq: number;
  /** Waiting messages from other agents, and whether they may start a run. */
  readonly mail: { readonly waiting: readonly UserMessage[]; readonly wake: boolean };
  /** Whether the tab is hidden. */
  readonly hidden: boolean;
  readonly following: boolean;
  readonly connection: SessionSnapshot['connection'];
  /** Who runs the thread's calls; unknown until the lock has answered, and nobody once the thread is gone. */
  readonly executor: 'unknown' | 'mine' | 'elsewhere' | 'nobody';
  readonly gained: LockGain;
  /** Whether the server knows the thread. */
  readonly known: boolean;
  /** The end of the log when it was requested; undefined once that much has arrived. */
  readonly loadedAt: number | undefined;
  readonly failure: Failure | undefined;
  /** The person's messages that the server has not accepted yet. */
  readonly outbox: readonly UserMessage[];
  /** The run that this tab saw live, until it has asked whether the agent is done. */
  readonly witnessed: string | undefined;
  /** What this tab is doing: one thing at a time. */
  readonly work: 'post' | 'answer' | 'ask' | undefined;
  /** The run that the person asked to go on, or to be tried again, until the server takes that. */
  readonly again: string | undefined;
  /** The last posted run, until the log shows it. */
  readonly expected: string | undefined;
  /** Whether a post was refused because of a live run that the log does not show yet. */
  readonly behind: boolean;
  /** The person stops everything. `at`: the end of the log once everything is stopped. */
  readonly stopping: { readonly at: number | undefined } | undefined;
}

export const newSession: SessionState = {
  thread: emptyThread,
  seq: 0,
  mail: { waiting: [], wake: false },
  hidden: false,
  following: false,
  connection: 'off',
  executor: 'unknown',
  gained: 'free',
  known: false,
  loadedAt: undefined,
  failure: undefined,
  outbox: [],
  witnessed: undefined,
  work: undefined,
  again: undefined,
  expected: undefined,
  behind: false,
  stopping: undefined,
};

/** Everything that happens to a thread in a tab. */
export type SessionEvent =
  /** More of the log has arrived. */
  | { readonly type: 'log'; readonly thread: ThreadState; readonly seq: number }
  | { readonly type: 'connection'; readonly connection: SessionSnapshot['connection'] }
  /** The server knows no such thread, or cannot be asked about it. */
  | { readonly type: 'refused'; readonly refusal: Failure }
  /** The thread should be read from the server. */
  | { readonly type: 'resume' }
  | { readonly type: 'summary'; readonly lastSeq: number }
  | { readonly type: 'gained'; readonly how: LockGain }
  | { readonly type: 'lost' }
  | { readonly type: 'said'; readonly message: UserMessage }
  | { readonly type: 'stop' }
  /** The server has stopped everything; its log ended at `lastSeq`. */
  | { readonly type: 'stopped'; readonly lastSeq: number }
  /** `refusal` is undefined if there was nothing to stop. */
  | { readonly type: 'stop-failed'; readonly refusal: Failure | undefined }
  | { readonly type: 'retry' }
  | { readonly type: 'turn'; readonly turn: WrittenTurn | undefined }
  /** The tab was shown or hidden. */
  | { readonly type: 'visibility' }
  /** Something else may have changed: an inbox message, the output of a call. */
  | { readonly type: 'look' }
  | PostAnswer
  /** A message that keeps a finished agent going. */
  | { readonly type: 'next'; readonly message: UserMessage }
  /** The tab has finished its work. */
  | { readonly type: 'worked'; readonly failure?: Failure }
  /** The server answers again, after it could not be reached. */
  | { readonly type: 'reachable' }
  /** The server can be reached, and still not with what failed. */
  | { readonly type: 'in-vain' }
  /** The live run is dead. */
  | { readonly type: 'dead' }
  /** Nothing is live on the server, and nothing more will arrive. */
  | { readonly type: 'over' };

/** What the tab has to do. */
export type SessionEffect =
  | { readonly do: 'follow' }
  | { readonly do: 'unfollow' }
  | { readonly do: 'summary' }
  /** The log has come this far; `whole` if it is complete. */
  | { readonly do: 'confirm'; readonly whole: boolean }
  /** Posts the person's messages, after the waiting inbox messages. */
  | { readonly do: 'deliver'; readonly said: readonly UserMessage[] }
  /** Posts a run without messages: it takes over a dead run, or repeats a failed model turn. */
  | { readonly do: 'post-nothing' }
  /** Continues a run that a guard ended, or that waits for a turn. */
  | { readonly do: 'go-on'; readonly interruptId: string; readonly turn: WrittenTurn | undefined }
  | { readonly do: 'answer'; readonly calls: readonly FoldedCall[]; readonly gained: LockGain }
  /** Asks whether the agent is done. */
  | { readonly do: 'ask' }
  | { readonly do: 'executor'; readonly executor: 'mine' | 'elsewhere' }
  /** Nobody needs the results of the running calls any more. */
  | { readonly do: 'discard'; readonly why: string }
  | { readonly do: 'stop-calls' }
  /** Ends the wait before the next run. */
  | { readonly do: 'end-pause' }
  /** The server could not be reached: looks whether it answers again. */
  | { readonly do: 'watch-server' }
  | { readonly do: 'unwatch-server' }
  | { readonly do: 'take-over' }
  /** Ends the live run, so that the person's message gets through. */
  | { readonly do: 'stop-run' }
  /** Ends everything, once this tab is idle. */
  | { readonly do: 'stop-thread' };
