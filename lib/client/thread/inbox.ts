import type { UserMessage } from '@ag-ui/core';
import type { ThreadState } from '@/lib/protocol';

/** Messages for a thread's agent that do not come from the person. It gets them at its next turn. */
export interface Inbox {
  /** Whether any message is still to be delivered, now or later. */
  any(): boolean;
  /** The messages it may get now, oldest first; unchanged until they are delivered. */
  waiting(thread: ThreadState): readonly UserMessage[];
  /** Marks messages as delivered: they are in the log. */
  delivered(messages: readonly UserMessage[]): void;
  /** Whether they may start a run of an idle agent. */
  wake(thread: ThreadState): boolean;
  /** Whether it replays a recording in which more messages arrive at this point, and should wait for them. */
  missing(thread: ThreadState): boolean;
  /** Resolves once nothing is missing at this point, or the signal aborts. */
  come(thread: ThreadState, signal: AbortSignal): Promise<void>;
}
