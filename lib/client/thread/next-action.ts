import type { UserMessage } from '@ag-ui/core';
import { currentRun, pendingCalls, type FoldedCall, type ThreadState } from '@/lib/protocol';
import type { Inbox } from './inbox';

/** What a tab that is free to act does next for its thread. */
export type NextAction =
  | { do: 'nothing' }
  /** A run is at work, and this tab sees it. */
  | { do: 'watch'; runId: string }
  /** What the person said, and inbox messages with it; inbox messages alone where nothing was said. */
  | { do: 'deliver'; said: readonly UserMessage[] }
  | { do: 'answer'; calls: readonly FoldedCall[] }
  /** Ask whether the agent is done. */
  | { do: 'ask' };

export interface ThreadStanding {
  thread: ThreadState;
  /** Said by the person, not yet accepted by the server. */
  outbox: readonly UserMessage[];
  inbox: Pick<Inbox, 'waiting' | 'wake'>;
  /** The run that this tab saw at work, until it was asked whether the agent is done. */
  witnessed: string | undefined;
}

/** The person comes first, then calls, then inbox messages. Whether the agent is done is asked of a run seen at work, and once. */
export function nextStep({ thread, outbox, inbox, witnessed }: ThreadStanding): NextAction {
  const run = currentRun(thread);
  if (run?.status === 'live') return { do: 'watch', runId: run.runId };
  if (outbox.length > 0) return { do: 'deliver', said: outbox };
  if (run?.status === 'error') return { do: 'nothing' };
  const calls = pendingCalls(thread);
  if (calls.length > 0) return { do: 'answer', calls };
  if (run?.status !== 'success') return { do: 'nothing' };
  if (inbox.wake(thread) && inbox.waiting(thread).length > 0) return { do: 'deliver', said: [] };
  return run.runId === witnessed ? { do: 'ask' } : { do: 'nothing' };
}
