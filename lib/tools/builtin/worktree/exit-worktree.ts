import { z } from 'zod';
import { messageOf } from '@/lib/protocol/message-of';
import { defineTool } from '../../define-tool';
import { need } from '../../requirements';
import { failure } from '../../result';
import { GRACE_MS } from './grace';
import { naming } from '../../system';
import { summaries } from '../summaries';

export const exitWorktree = defineTool({
  name: 'ExitWorktree',
  title: 'Leave the worktree',
  description:
    'Leaves the worktree you are in and moves you back to where you were. Use it when the work there is done or given up. ' +
    'Its branch with all commits stays either way. Do not use it to merge: do that afterwards with git in Bash. After ' +
    'NOT_FOUND there is nothing to leave; after EXECUTION_ERROR commit what is left there, keep the worktree, or discard ' +
    'its changes.',
  kind: 'other',
  category: 'workflow',
  tier: 'specialist',
  source: 'builtin',
  capabilities: ['worktrees'],
  abortGrace: GRACE_MS,
  input: z.strictObject({
    action: z
      .enum(['keep', 'remove'])
      .describe(
        'Keep the folder, to come back to it, or remove it. Files that are not committed keep it from removal.',
      ),
    discard_changes: z
      .boolean()
      .optional()
      .describe('Remove it also where files are not committed, which loses them. Default false.'),
  }),
  isDangerous: ({ discard_changes = false }) => discard_changes,
  titleFor: ({ action }) => (action === 'keep' ? 'Leave the worktree' : 'Leave the worktree and remove it'),
  async execute({ action, discard_changes = false }, context) {
    const worktrees = need(context, 'worktrees');
    if (!worktrees.ok) return worktrees.failure;
    const store = worktrees.value;
    const current = store.current();
    if (!current)
      return failure(
        'NOT_FOUND',
        `You are in no worktree.${naming(context, ['EnterWorktree'], (enter) => ` Enter one with ${enter}.`)}`,
      );
    const { name, branch, path } = current;
    try {
      if (action === 'remove') await store.remove(name, { force: discard_changes });
      await store.exit();
    } catch (error) {
      const advice =
        'You are still in it. Commit the files with git and call this again, keep the worktree, or set discard_changes if ' +
        'nobody needs them.';
      return failure('EXECUTION_ERROR', `The worktree ${name} was not removed: ${messageOf(error)}. ${advice}`);
    }
    const left = action === 'keep' ? `It stays at ${path}` : 'Its folder is removed';
    return {
      text: `Left the worktree ${name}. ${left}; its commits are on the branch ${branch}. Commands and relative paths start where they did before.`,
      summary: summaries(context).leftWorktree(name, action === 'keep'),
      details: { branch },
    };
  },
});
