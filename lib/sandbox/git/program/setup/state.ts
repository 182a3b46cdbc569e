import { GitFailure } from '../../git-failure';
import { lookAt, readGitText, removeAll, writeText } from '../../git-fs';
import type { Context } from './context';

/** A file in the repository that keeps the state of an unfinished operation. */
export const readState = async ({ fs, gitdir }: Context, name: string): Promise<string | undefined> =>
  (await readGitText(fs, `${gitdir}/${name}`))?.trimEnd();

export const writeState = ({ fs, gitdir }: Context, name: string, text: string): Promise<void> =>
  writeText(fs, `${gitdir}/${name}`, text);

export async function clearState({ fs, gitdir }: Context, ...names: readonly string[]): Promise<void> {
  for (const name of names) await removeAll(fs, `${gitdir}/${name}`);
}

export const hasState = async ({ fs, gitdir }: Context, name: string): Promise<boolean> =>
  (await lookAt(fs, `${gitdir}/${name}`)) !== undefined;

/** A file of the state of the rebase in progress, whichever way it applies commits. */
export async function readRebaseState(context: Context, name: string): Promise<string | undefined> {
  const applies = await hasState(context, 'rebase-apply/rebasing');
  return readState(context, `${applies ? 'rebase-apply' : 'rebase-merge'}/${name}`);
}

/** Removes the state of a merge or pick that was finished or aborted. */
export const forgetStopped = (context: Context): Promise<void> =>
  clearState(
    context,
    'MERGE_HEAD',
    'MERGE_MSG',
    'MERGE_MODE',
    'CHERRY_PICK_HEAD',
    'REVERT_HEAD',
    'SQUASH_MSG',
    'AUTO_MERGE',
    'MERGE_RR',
  );

/** Fails in the middle of a merge, a rebase and the like. */
export async function mustNotBeStopped(context: Context): Promise<void> {
  for (const [state, verb, name] of [
    ['MERGE_HEAD', 'merging', 'merge'],
    ['rebase-apply/applying', 'in the middle of an am session', 'am'],
    ['rebase-apply/rebasing', 'rebasing', 'rebase'],
    ['rebase-merge', 'rebasing', 'rebase'],
    ['CHERRY_PICK_HEAD', 'cherry-picking', 'cherry-pick'],
    ['REVERT_HEAD', 'reverting', 'revert'],
  ] as const) {
    if (!(await hasState(context, state))) continue;
    const when = name === 'am' ? verb : `while ${verb}`;
    throw new GitFailure(`cannot switch branch ${when}\nConsider "git ${name} --quit" or "git worktree add".`);
  }
}
