import { openThreadMemory, type ThreadMemory } from '@/lib/stores';
import type { PermissionMode } from '@/lib/protocol';
import type { CallContext } from '@/lib/tools/dispatch';
import { RestrictionStack } from '@/lib/tools/pool/restriction-stack';
import type { AgentRecord } from './agent-record';
import { callIdOf } from '../agent-view';
import type { AgentWorld, Parent } from './agent-world';
import { type AgentOutcome, agentFailure } from './outcome';
import { rootsIn } from './roots-in';
import type { WorktreeStore } from '@/lib/ports';
import { messageOf } from '@/lib/protocol/message-of';

interface AgentContextOptions {
  world: AgentWorld;
  parent: Parent;
  /** The current record. */
  record: () => AgentRecord;
  change: (change: Partial<AgentRecord>) => void;
  /** `resumed`: it may already have a conversation. */
  how: 'new' | 'resumed';
  mode: () => PermissionMode;
  setMode: (mode: PermissionMode) => void;
  signal: AbortSignal;
}

/**
 * What a sub-agent's calls work with: its parent's files, but its own memory and ports and, if it is isolated, its own worktree.
 */
export interface AgentContext {
  /** Undefined if there is no sandbox. */
  readonly memory: ThreadMemory | undefined;
  context(signal: AbortSignal): Promise<CallContext>;
  /** Removes its worktree if nothing was done in it. */
  leave(): Promise<void>;
}

/** Opens the context; returns an outcome if the agent cannot start. */
export async function openAgentContext(
  options: AgentContextOptions,
): Promise<{ ok: true; opened: AgentContext } | { ok: false; outcome: AgentOutcome }> {
  const { world, parent, record, change, mode, signal } = options;
  const memory = await openMemory(options);
  const { id, threadId, held } = record();
  const ports = await world.openPorts({
    threadId,
    shell: memory?.shell,
    mode,
    setMode: options.setMode,
    callIdOf: (callId) => callIdOf(id, callId),
    signal,
  });
  const apart = { record, change, worktrees: ports.worktrees };
  const stuck = await enterOwnWorktree(apart);
  if (stuck) return { ok: false, outcome: stuck };
  await memory?.save();

  // Its own restrictions; those it inherited from its parent apply throughout.
  const restrictions = ports.restrictions ?? new RestrictionStack();
  restrictions.holdTo(held ?? []);
  const opened: AgentContext = {
    memory,
    async context(until) {
      const now = await parent.context(until);
      const { worktree } = record();
      return {
        ...now,
        ...ports,
        mailbox: now.mailbox,
        teams: now.teams,
        permissionMode: mode(),
        skillDepth: 0,
        restrictions,
        ...(worktree && { writeRoots: rootsIn(worktree.path, now) }),
        ...(memory && { shell: memory.shell, ledger: memory.ledger }),
      };
    },
    async leave() {
      if (!(await leaveOwnWorktree(apart))) return;
      await memory?.save();
      await world.files.save();
    },
  };
  return { ok: true, opened };
}

/** A new agent's shell starts in its parent's current folder. */
async function openMemory({ world, parent, record, how, signal }: AgentContextOptions) {
  const { sandbox, shell } = await parent.context(signal);
  const memory = sandbox && (await openThreadMemory(world.ports.database.threads, record().threadId, sandbox.workdir));
  if (memory && shell && how === 'new') {
    memory.shell.cwd = shell.cwd;
    Object.assign(memory.shell.env, shell.env);
  }
  return memory;
}

interface OwnWorktreeOptions {
  /** The agent's current record. */
  record: () => AgentRecord;
  change: (change: Partial<AgentRecord>) => void;
  /** Undefined if there are none. */
  worktrees: WorktreeStore | undefined;
}

/** Gives an isolated agent its worktree if it has none yet; returns a failure if that is impossible. */
async function enterOwnWorktree({ record, change, worktrees }: OwnWorktreeOptions): Promise<AgentOutcome | undefined> {
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
async function leaveOwnWorktree({ record, change, worktrees }: OwnWorktreeOptions): Promise<boolean> {
  const { worktree } = record();
  if (!worktree || !(await worktrees?.removeUnused(worktree))) return false;
  change({ worktree: undefined });
  await worktrees?.exit();
  return true;
}
