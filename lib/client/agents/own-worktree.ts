import type { WorktreeStore } from '@/lib/ports';
import { messageOf } from '@/lib/protocol/message-of';
import type { AgentRecord } from './agent-record';
import { agentFailure, type AgentOutcome } from './outcome';

export interface OwnWorktreeOptions {
  /** The agent's current record. */
  record: () => AgentRecord;
  change: (change: Partial<AgentRecord>) => void;
  /** Undefined if there are none. */
  worktrees: WorktreeStore | undefined;
}

/** Gives an isolated agent its worktree if it has none yet; returns a failure if that is impossible. */
export async function enterOwnWorktree({
  record,
  change,
  worktrees,
}: OwnWorktreeOptions): Promise<AgentOutcome | undefined> {
  const { id, isolated, worktree: given } = record();
  if (!isolated || given) return undefined;
  if (!worktrees) return agentFailure('STORE_UNAVAILABLE', 'There are no worktrees here. Start it without isolation.');
  try {
    const worktree = await worktrees.create(id);
    await worktrees.enter(worktree);
    change({ worktree });
    return undefined;
  } catch (error) {
    return agentFailure('EXECUTION_ERROR', `It could not be given a worktree: ${messageOf(error)}`);
  }
}

/** Removes an agent's worktree if nothing would be lost; returns whether it did. */
export async function leaveOwnWorktree({ record, change, worktrees }: OwnWorktreeOptions): Promise<boolean> {
  const { worktree } = record();
  if (!worktree || !(await worktrees?.removeUnused(worktree))) return false;
  change({ worktree: undefined });
  await worktrees?.exit();
  return true;
}
