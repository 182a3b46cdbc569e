import { removeAll } from '../git-fs';
import type { Repository } from '../repository';

/** Forgets that a merge, or the pick of a commit, stands in the middle: it was concluded or given up. */
export async function forgetStopped({ fs, gitdir }: Repository): Promise<void> {
  for (const name of ['MERGE_HEAD', 'MERGE_MSG', 'CHERRY_PICK_HEAD', 'REBASE_HEAD']) {
    await removeAll(fs, `${gitdir}/${name}`);
  }
}
