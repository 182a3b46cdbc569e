import type { UserMessage } from '@ag-ui/core';
import { emptyThread, type FoldedCall, type ThreadState, type WrittenTurn } from '@/lib/protocol';
import type { Failure, SessionSnapshot } from './session-snapshot';
import type { LockGain } from './thread-lock';

/** All that decides what a tab does for its thread. */
export interface SessionState {
  /** The log as far as it has come, and the sequence number of its last line. */
  readonly thread: ThreadState;
  readonly seq: number;
  /** What other agents have to say by then, and whether that may begin a run. */
  readonly mail: { readonly waiting: readonly UserMessage[]; readonly wake: boolean };
  /** Nobody sees the tab. */
  readonly hidden: boolean;
  readonly following: boolean;
  readonly connection: SessionSnapshot['connection'];
  /** Who runs the thread's calls; unknown until the lock has answered. */
  readonly executor: 'unknown' | 'mine' | 'elsewhere';
  readonly gained: LockGain;
  /** Whether the server knows the thread. */
  readonly known: boolean;
  /** Where the log ended when it was asked for; undefined once that much has come. */
  readonly loadedAt: number | undefined;
  readonly failure: Failure | undefined;
  /** Said by the person, not yet accepted by the server. */
  readonly outbox: readonly UserMessage[];
  /** The run that this tab saw at work, until it was asked whether the agent is done. */
  readonly witnessed: string | undefined;
  /** What this tab is at: one thing at a time. */
  readonly work: 'post' | 'answer' | 'ask' | undefined;
  /** The run that was posted last, until the log shows it. */
  readonly expected: string | undefined;
  /** A post was refused because a run is live that the log does not show yet. */
  readonly behind: boolean;
  /** The person stops everything. `at`: where the log ends that has everything stopped. */
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
  expected: undefined,
  behind: false,
  stopping: undefined,
};

/** Everything that happens to a thread in a tab. */
export type SessionEvent =
  /** The log has come further. */
  | { readonly type: 'log'; readonly thread: ThreadState; readonly seq: number }
  | { readonly type: 'connection'; readonly connection: SessionSnapshot['connection'] }
  /** The server knows no such thread, or cannot be asked for it. */
  | { readonly type: 'refused'; readonly refusal: Failure }
  /** The thread is to be read, as it is on the server. */
  | { readonly type: 'resume' }
  | { readonly type: 'summary'; readonly lastSeq: number }
  | { readonly type: 'gained'; readonly how: LockGain }
  | { readonly type: 'lost' }
  | { readonly type: 'said'; readonly message: UserMessage }
  | { readonly type: 'stop' }
  /** The server has stopped everything; that is where its log ended. */
  | { readonly type: 'stopped'; readonly lastSeq: number }
  /** Undefined where there was nothing to ask it for. */
  | { readonly type: 'stop-failed'; readonly refusal: Failure | undefined }
  | { readonly type: 'retry' }
  | { readonly type: 'turn'; readonly turn: WrittenTurn | undefined }
  /** The tab is seen, or no longer. */
  | { readonly type: 'visibility' }
  /** Something else may have changed: an inbox message, the output of a call. */
  | { readonly type: 'look' }
  | { readonly type: 'posted'; readonly runId: string; readonly said: readonly UserMessage[] }
  | { readonly type: 'run-active' }
  | { readonly type: 'post-refused'; readonly refusal: Failure }
  /** A message that lets an agent go on which was done. */
  | { readonly type: 'next'; readonly message: UserMessage }
  /** What the tab was at is over. */
  | { readonly type: 'worked'; readonly failure?: Failure }
  /** The run that was at work is dead. */
  | { readonly type: 'dead' }
  /** Nothing is live on the server, and nothing more will come. */
  | { readonly type: 'over' };

/** What the tab has to do. */
export type SessionEffect =
  | { readonly do: 'follow' }
  | { readonly do: 'unfollow' }
  | { readonly do: 'summary' }
  /** The log has come this far; `whole` where that is all there was. */
  | { readonly do: 'confirm'; readonly whole: boolean }
  /** What the person said, and inbox messages before it. */
  | { readonly do: 'deliver'; readonly said: readonly UserMessage[] }
  /** A run that brings nothing: it takes over a dead one, or makes a failed model turn again. */
  | { readonly do: 'post-nothing' }
  /** A person lets a run go on that a guard ended, or that waits for a turn. */
  | { readonly do: 'go-on'; readonly interruptId: string; readonly turn: WrittenTurn | undefined }
  | { readonly do: 'answer'; readonly calls: readonly FoldedCall[]; readonly gained: LockGain }
  /** Asks whether the agent is done. */
  | { readonly do: 'ask' }
  | { readonly do: 'executor'; readonly executor: 'mine' | 'elsewhere' }
  /** The results of the calls that run are nobody's any more. */
  | { readonly do: 'discard'; readonly why: string }
  | { readonly do: 'stop-calls' }
  /** What the next run waits for is not waited for any longer. */
  | { readonly do: 'end-pause' }
  | { readonly do: 'take-over' }
  /** Ends the live run, so that what the person says is heard. */
  | { readonly do: 'stop-run' }
  /** Ends everything, once this tab is at nothing. */
  | { readonly do: 'stop-thread' };
