import { GitFailure } from '../../git-failure';
import { currentBranch, headCommit } from '../../repository';
import { flattenTree, writeTree, type FileEntry } from '../../store/tree';
import { loadIndex, saveIndex, type Context } from '../setup/context';
import { conflictStyle, mergeIntoWork } from '../worktree/merge-into-work';
import { standingOf } from './status-text';
import { resetIndex, switchTree } from '../worktree/switch-tree';
import { lookAtFile, stageFile } from '../worktree/work-files';

/** `checkout -m`: keeps local changes, merged with the other commit's files. Staged ones could not be told from them any more. */
export async function carryChanges(
  context: Context,
  head: ReadonlyMap<string, FileEntry>,
  to: ReadonlyMap<string, FileEntry>,
  name: string,
  conflict: string | undefined,
): Promise<void> {
  const before = (await currentBranch(context)) ?? ((await headCommit(context)) ?? '').slice(0, 7);
  const index = await loadIndex(context);
  const found = await standingOf(context, { renames: false });
  if (found.staged.length > 0) {
    const paths = found.staged.map(({ path }) => path).join(' ');
    throw new GitFailure(`cannot continue with staged changes in the following files:\n${paths}`);
  }
  for (const { path, after } of found.changed) {
    const stat = await lookAtFile(context, path);
    if (!after || !stat) index.remove(path);
    else index.set(await stageFile(context, index, path, stat));
  }
  const work = new Map(index.files());
  await saveIndex(context, index);
  const changed = await flattenTree(context.objects, await writeTree(context.objects, work));
  await switchTree(context, work, to, { force: true });
  const style = conflict === 'diff3' || conflict === 'zdiff3' ? conflict : conflictStyle(context);
  const { merge } = await mergeIntoWork(context, head, to, changed, {
    labels: { ours: name, base: before, theirs: 'local' },
    style,
  });
  const after = await loadIndex(context);
  resetIndex(after, to, (path) => !merge.conflicts.has(path));
  await saveIndex(context, after);
}
