import type { UserMessage } from '@ag-ui/core';

/** What others than the person have to say to a thread's agent. It hears them at its next turn. */
export interface Letters {
  /** Oldest first. The same until they are delivered. */
  waiting(): readonly UserMessage[];
  /** They are in the log. */
  delivered(messages: readonly UserMessage[]): void;
  /** Whether they may begin a leg of an agent that rests. */
  wake(): boolean;
}
