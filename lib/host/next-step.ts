import type { UserMessage } from '@ag-ui/core';
import { currentLeg, pendingCalls, type FoldedCall, type ThreadState } from '@/lib/protocol';
import type { Letters } from './letters';

/** What a tab that is free to act does next for its thread. */
export type Step =
  | { do: 'nothing' }
  /** A leg is at work, and this tab sees it. */
  | { do: 'watch'; runId: string }
  /** What the person said, and letters with it; letters alone where nothing was said. */
  | { do: 'deliver'; said: readonly UserMessage[] }
  | { do: 'answer'; calls: readonly FoldedCall[] }
  /** Ask whether the agent is done. */
  | { do: 'ask' };

export interface Standing {
  thread: ThreadState;
  /** Said by the person, not yet accepted by the server. */
  outbox: readonly UserMessage[];
  letters: Letters;
  /** The leg that this tab saw at work, until it was asked whether the agent is done. */
  witnessed: string | undefined;
}

/** The person comes first, then calls, then letters. Whether the agent is done is asked of a leg seen at work, and once. */
export function nextStep({ thread, outbox, letters, witnessed }: Standing): Step {
  const leg = currentLeg(thread);
  if (leg?.status === 'live') return { do: 'watch', runId: leg.runId };
  if (outbox.length > 0) return { do: 'deliver', said: outbox };
  if (leg?.status === 'error') return { do: 'nothing' };
  const calls = pendingCalls(thread);
  if (calls.length > 0) return { do: 'answer', calls };
  if (leg?.status !== 'success') return { do: 'nothing' };
  if (letters.wake(thread) && letters.waiting(thread).length > 0) return { do: 'deliver', said: [] };
  return leg.runId === witnessed ? { do: 'ask' } : { do: 'nothing' };
}
