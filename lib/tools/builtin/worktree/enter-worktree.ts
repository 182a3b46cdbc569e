import { z } from 'zod';
import { messageOf } from '@/lib/protocol/message-of';
import { defineTool } from '../../define-tool';
import { need } from '../../requirements';
import { failure } from '../../result';
import { GRACE_MS } from './grace';
import { naming } from '../../system';
import { summaries } from '../summaries';

export const enterWorktree = defineTool({
  name: 'EnterWorktree',
  title: 'Enter a worktree',
  description:
    'Makes a git worktree, a folder of its own with a branch of its own, and moves you there; one that is there is entered ' +
    'again. A project without a repository gets one. Use it when work is to be kept apart from the main files until it is ' +
    'done. Do not use it for a quick change, nor to look at another branch (use git in Bash). After NO_CHANGE leave the ' +
    'worktree you are in with ExitWorktree; after EXECUTION_ERROR read what git said.',
  kind: 'other',
  category: 'workflow',
  tier: 'specialist',
  source: 'builtin',
  capabilities: ['worktrees'],
  abortGrace: GRACE_MS,
  input: z.strictObject({
    name: z
      .string()
      .regex(/^[A-Za-z0-9][A-Za-z0-9_-]*$/)
      .max(60)
      .describe('What it is for, in a word or two, such as fix-rounding. Letters, digits, _ and - only.'),
  }),
  titleFor: ({ name }) => `Enter the worktree ${name}`,
  async execute({ name }, context) {
    const worktrees = need(context, 'worktrees');
    if (!worktrees.ok) return worktrees.failure;
    const store = worktrees.value;
    const current = store.current();
    if (current) {
      const advice = naming(context, ['ExitWorktree'], (exit) => `Leave it with ${exit} before you enter another.`);
      return failure('NO_CHANGE', `You are in the worktree ${current.name}, at ${current.path}. ${advice}`);
    }
    try {
      const old = (await store.list()).find((worktree) => worktree.name === name);
      const worktree = old ?? (await store.create(name));
      await store.enter(worktree);
      const { path, branch } = worktree;
      return {
        text:
          `${old ? 'Entered the worktree again' : 'Made the worktree and entered it'}: ${path}, on the branch ${branch}. ` +
          'Commands and relative paths start there now. It holds what was committed last, and the main files stay as they ' +
          `are. Read its files before you change them; commit with git when you are done${naming(context, ['ExitWorktree'], (exit) => `, then call ${exit}`)}.`,
        summary: summaries(context).onBranch(name, branch),
        details: { path, branch },
      };
    } catch (error) {
      return failure(
        'EXECUTION_ERROR',
        `The worktree ${name} could not be entered: ${messageOf(error)}. Try another name.`,
      );
    }
  },
});
