import type { ReadCommitResult } from 'isomorphic-git';
import type { FileChange } from './changes';
import type { CommitFormat } from './format-commit';
import type { GitIo } from './git-io';
import { showChanges, type ShowFlag } from './show-changes';

/** Shows commits one after the other, each with what it changed where that was asked for. */
export function commitShower(
  io: GitIo,
  format: CommitFormat,
  is: (flag: ShowFlag) => boolean,
  otherwise: 'patch' | 'nothing',
): (entry: ReadCommitResult, changes: readonly FileChange[]) => Promise<void> {
  let isFirst = true;
  return async (entry, changes) => {
    io.out(`${isFirst ? '' : format.between}${format.text(entry)}`);
    isFirst = false;
    let shown = '';
    await showChanges({ ...io, out: (text) => void (shown += text) }, changes, is, otherwise);
    if (shown !== '') io.out(`${format.beforeChanges}${shown}`);
  };
}
