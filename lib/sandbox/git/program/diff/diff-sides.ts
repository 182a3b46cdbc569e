import { changedFiles, changesBetweenTrees, filesOfIndex, filesOfTree, filesOfWork, type FileVersions } from './sides';
import type { ChangedFile } from '../../diff/file-change';
import { parentsOf } from '../refs/history';
import { EMPTY_TREE } from '../../store/objects';
import type { Commit } from '../../store/commit';
import type { Context } from '../setup/context';
import { treeOfCommit } from '../worktree/merge-into-work';

/** A commit's changes from one of its parents, or from an empty tree. */
export async function changesOf(
  context: Context,
  commit: Commit,
  wanted?: (path: string) => boolean,
  parent = 0,
): Promise<ChangedFile[]> {
  const from = (await parentsOf(context, commit))[parent];
  const before = from === undefined ? EMPTY_TREE : await treeOfCommit(context, from);
  return changesBetweenTrees(context, before, commit.tree, wanted);
}

export { changedFiles, changesBetweenTrees, filesOfIndex, filesOfTree, filesOfWork, type FileVersions as Files };
