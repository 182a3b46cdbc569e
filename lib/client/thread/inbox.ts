import type { UserMessage } from '@ag-ui/core';
import type { ThreadState } from '@/lib/protocol';

/** What others than the person have to say to a thread's agent, as far as that has come. It hears them at its next turn. */
export interface Inbox {
  /** What it may hear now, oldest first. The same until they are delivered. */
  waiting(thread: ThreadState): readonly UserMessage[];
  /** They are in the log. */
  delivered(messages: readonly UserMessage[]): void;
  /** Whether they may begin a run of an agent that rests. */
  wake(thread: ThreadState): boolean;
  /** Whether it replays a recording in which more messages arrive at this point, and should wait for them. */
  missing(thread: ThreadState): boolean;
  /** Resolves once nothing is missing here any more, or the signal aborts. */
  come(thread: ThreadState, signal: AbortSignal): Promise<void>;
}
