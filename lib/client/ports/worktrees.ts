import type { Sandbox, ShellState, Worktree, WorktreeStore } from '@/lib/ports';
import { createQueuePerObject } from '@/lib/protocol/serial-queue';
import { openPersisted, type KeyValue } from '@/lib/stores';
import { z } from 'zod';
import type { MorePorts, ThreadDependencies } from './dependencies';

const EnteredSchema = z.object({
  worktree: z.object({ name: z.string(), path: z.string(), branch: z.string() }),
  /** The folder where the agent was before. */
  from: z.string(),
});
type Entered = z.infer<typeof EnteredSchema>;

/** Git worktrees, and the one that a thread's agent is in. */
export const openWorktrees = async ({
  sandbox,
  tables,
  threadId,
  shell,
  announce,
}: ThreadDependencies): Promise<MorePorts> => {
  const running = await sandbox();
  if (!running || !shell) return {};
  return {
    worktrees: await createWorktreeStore({ sandbox: running, table: tables.threads, threadId, shell, announce }),
  };
};

/** Agents change a repository one after the other: two at once would write the same files. */
const inOrderOf = createQueuePerObject();

interface WorktreeStoreOptions {
  sandbox: Sandbox;
  table: KeyValue;
  threadId: string;
  /** The shell whose folder `enter` and `exit` change. */
  shell: ShellState;
  announce?: ThreadDependencies['announce'];
}

/** Opens an agent's worktrees. Git is loaded when first needed. */
export async function createWorktreeStore({
  sandbox,
  table,
  threadId,
  shell,
  announce,
}: WorktreeStoreOptions): Promise<WorktreeStore> {
  const entered = await openPersisted<Entered | null>(table, `worktree:${threadId}`, EnteredSchema.nullable(), null);
  const load = async () => {
    const { agentWorktrees, sandboxGitFs } = await import('@/lib/sandbox/git');
    return agentWorktrees(sandboxGitFs(sandbox.fs), sandbox.workdir);
  };
  const inOrder = <T>(work: () => Promise<T>): Promise<T> => inOrderOf(sandbox, work);
  return {
    current: () => entered.value?.worktree,
    list: () => inOrder(async () => (await load()).list()),
    look: () => inOrder(async () => (await load()).look(shell.cwd)),
    async create(name) {
      const worktree = await inOrder(async () => (await load()).create(name));
      const { path, branch } = worktree;
      announce?.({ event: 'WorktreeCreate', payload: { worktree: name, path, branch } });
      return worktree;
    },
    async remove(name, options) {
      await inOrder(async () => (await load()).remove(name, options));
      announce?.({ event: 'WorktreeRemove', payload: { worktree: name } });
    },
    async removeUnused(worktree) {
      const removed = await inOrder(async () => (await load()).removeUnused(worktree));
      if (removed) announce?.({ event: 'WorktreeRemove', payload: { worktree: worktree.name } });
      return removed;
    },
    async enter(worktree: Worktree) {
      const from = entered.value?.from ?? shell.cwd;
      shell.cwd = worktree.path;
      await entered.set({ worktree, from });
    },
    async exit() {
      if (!entered.value) return;
      shell.cwd = entered.value.from;
      await entered.set(null);
    },
  };
}
