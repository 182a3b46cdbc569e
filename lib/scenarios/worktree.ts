import { graceful, unexpected } from './endings';
import { lastSteps, steps, type AnsweredCall } from './history';
import type { Scenario, ScriptedTurn } from './scenario';

const FILE = 'src/cart.ts';
const NAME = 'line-total';
const OLD = '  const rate = taxRate(item.category);\n  return net + rate;';
const NEW = '  const rate = taxRate(item.category);\n  return round(net * (1 + rate));';

const FIRST = 'git init -q -b main; git add -A; git commit -q -m "The cart as it is"; git log --oneline';
const COMMIT = 'node --test && git commit -q -a -m "A rate is a share" && git log --oneline';

const bash = (text: string, command: string, description: string): ScriptedTurn => ({
  text,
  calls: [{ name: 'Bash', input: { command, description } }],
});

const BEGIN = bash(
  'A worktree starts from the last commit, so I will commit first.',
  FIRST,
  'Commit the files as they are',
);
const ENTER: ScriptedTurn = {
  text: 'Now a worktree of my own. What I change there changes nothing here.',
  calls: [{ name: 'EnterWorktree', input: { name: NAME } }],
};
const READ: ScriptedTurn = {
  text: 'The same path now leads to another file, the one in the worktree, so I will read it.',
  calls: [{ name: 'Read', input: { file_path: FILE } }],
};
const EDIT: ScriptedTurn = {
  text: '`lineTotal` adds a rate to an amount.',
  calls: [{ name: 'Edit', input: { file_path: FILE, old_string: OLD, new_string: NEW } }],
};
const TEST = bash('Green? Then it is worth a commit on the branch.', COMMIT, 'Run the tests, then commit');
const EXIT: ScriptedTurn = {
  text: 'Done there. The folder can go; the branch keeps the commit.',
  calls: [{ name: 'ExitWorktree', input: { action: 'remove' } }],
};

/** The worktree's branch, as the tool named it. */
const branchOf = (all: readonly AnsweredCall[]): string => {
  const entered = all.find(({ name, failed }) => name === 'EnterWorktree' && !failed);
  return /on the branch ([\w-]+)/.exec(entered?.text ?? '')?.[1] ?? `worktree-${NAME}`;
};

const compare = (branch: string): ScriptedTurn =>
  bash(
    'And the main files? They should be as they were.',
    `git status --short; git diff --stat main ${branch}`,
    'Compare the branch with the main files',
  );

function next(all: readonly AnsweredCall[], [now]: readonly AnsweredCall[]): ScriptedTurn {
  if (!now) return BEGIN;
  if (now.failed) return graceful([now]) ?? unexpected(now, 'every step to go well');
  switch (now.name) {
    case 'EnterWorktree':
      return READ;
    case 'Read':
      return EDIT;
    case 'Edit':
      return TEST;
    case 'ExitWorktree':
      return compare(branchOf(all));
    default:
      if (now.input.command === FIRST) return ENTER;
      if (now.input.command === COMMIT) return EXIT;
      return {
        text: `The main files are untouched, and the change waits on the branch \`${branchOf(all)}\`. To merge it: \`git merge ${branchOf(all)}\` in the terminal.`,
      };
  }
}

/** Work in a git worktree, separate from the main files. */
export const worktreeScenario: Scenario = {
  id: 'worktree',
  title: 'Work in a worktree',
  summary:
    'An agent commits, enters a git worktree, fixes the code and commits there, and leaves the main files untouched.',
  prompt: 'Fix the line total on a branch of its own, without touching my files.',
  sample: 'cart',
  needs: ['Bash', 'Edit', 'EnterWorktree', 'ExitWorktree', 'Read'],
  setup: { options: { mode: 'bypassPermissions' } },
  next: (history) => next(steps(history), lastSteps(history)),
};
