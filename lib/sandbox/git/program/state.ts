import { lookAt, readGitText, removeAll, writeText } from '../git-fs';
import type { Context } from './context';

/** A file of the repository's own that says what stands in the middle. */
export const readState = async ({ fs, gitdir }: Context, name: string): Promise<string | undefined> =>
  (await readGitText(fs, `${gitdir}/${name}`))?.trimEnd();

export const writeState = ({ fs, gitdir }: Context, name: string, text: string): Promise<void> =>
  writeText(fs, `${gitdir}/${name}`, text);

export async function clearState({ fs, gitdir }: Context, ...names: readonly string[]): Promise<void> {
  for (const name of names) await removeAll(fs, `${gitdir}/${name}`);
}

export const hasState = async ({ fs, gitdir }: Context, name: string): Promise<boolean> =>
  (await lookAt(fs, `${gitdir}/${name}`)) !== undefined;

/** Forgets that a merge, or the pick of a commit, stands in the middle: it was concluded or given up. */
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
  );
