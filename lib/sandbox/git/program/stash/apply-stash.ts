import { GitFailure } from '../../git-failure';
import { mergeTrees } from '../../merge/merge-trees';
import { readCommit } from '../../store/commit';
import { mustBePlain } from '../../store/plain-path';
import type { FileEntry } from '../../store/tree';
import { loadIndex, saveIndex, type Context } from '../setup/context';
import { conflictStyle, filesOfCommit, indexTree, mergeIntoWork, treeOfCommit } from '../worktree/merge-into-work';
import { needsMerge, noteReset } from './stash-entries';
import { resetIndex, wayFailure } from '../worktree/switch-tree';
import { byAttributesOf, fileForFolder, lookAtFile, writeWorkFile } from '../worktree/work-files';

/** Applies a stash entry to the folder. Returns whether it had no conflicts; if anything is in the way, nothing happens. */
export async function applyStash(
  context: Context,
  oid: string,
  { index: withIndex, labels }: { index: boolean; labels?: { ours: string; base: string; theirs: string } },
): Promise<{ clean: boolean; messages: readonly string[]; kept: readonly string[] }> {
  const stash = await readCommit(context.objects, oid);
  const [base, indexCommit, unknown] = stash.parents;
  const index = await loadIndex(context);
  if (index.conflicts().length > 0) throw new GitFailure(`${needsMerge(index)}could not write index`, 1);
  const ours = await indexTree(context);
  const current = new Map([...index.files()].map(([path, { mode, oid }]) => [path, { mode, oid }]));
  const untracked = unknown === undefined ? new Map<string, FileEntry>() : await filesOfCommit(context, unknown);
  // If what was staged does not fit, nothing is touched.
  const staged = withIndex && indexCommit !== undefined && (await stagedBefore(context, base, indexCommit, current));
  const { merge, inTheWay } = await mergeIntoWork(
    context,
    await filesOfCommit(context, base),
    current,
    await filesOfCommit(context, oid),
    {
      labels: labels ?? { ours: 'Updated upstream', base: 'Stash base', theirs: 'Stashed changes' },
      style: conflictStyle(context),
    },
  );
  if (withIndex && indexCommit !== undefined) {
    const tree = await treeOfCommit(context, indexCommit);
    // git resets the index to HEAD before it stages again, which the reflog records.
    if (tree !== (await treeOfCommit(context, base)) && tree !== ours) await noteReset(context);
  }
  if (inTheWay) throw wayFailure(inTheWay, 'merge');
  const inTheWayNow = await restoreUntracked(context, untracked);
  const after = await loadIndex(context);
  // What was stashed is there again, even outside of a sparse checkout.
  for (const [path, entry] of merge.files)
    if (after.get(path)?.skipWorktree && current.get(path)?.oid !== entry.oid)
      await writeWorkFile(context, path, entry);
  if (merge.conflicts.size === 0) {
    const to = staged || added(current, merge.files);
    const known = after.files();
    resetIndex(after, to);
    for (const [path, entry] of to) {
      const old = known.get(path);
      if (old && old.oid === entry.oid && old.mode === entry.mode) after.set(old);
    }
  }
  await saveIndex(context, after);
  const same = stash.tree === (await treeOfCommit(context, base));
  return {
    clean: merge.conflicts.size === 0 && inTheWayNow.length === 0,
    messages: same ? ['Already up to date.'] : merge.messages,
    kept: inTheWayNow,
  };
}

/** Writes the untracked files, except where something is; returns what that is. */
async function restoreUntracked(context: Context, untracked: ReadonlyMap<string, FileEntry>): Promise<string[]> {
  const kept: string[] = [];
  await byAttributesOf(context, untracked, async () => {
    for (const [path, entry] of untracked) {
      mustBePlain(path, entry.mode);
      const found = (await lookAtFile(context, path)) ? path : await fileForFolder(context, path);
      if (found === undefined) await writeWorkFile(context, path, entry);
      else kept.push(found);
    }
  });
  return kept;
}

/** New files stay staged, otherwise they would be untracked. */
function added(current: ReadonlyMap<string, FileEntry>, files: ReadonlyMap<string, FileEntry>): Map<string, FileEntry> {
  return new Map([...current, ...[...files].filter(([path]) => !current.has(path))]);
}

async function stagedBefore(
  context: Context,
  base: string | undefined,
  indexCommit: string,
  current: ReadonlyMap<string, FileEntry>,
): Promise<ReadonlyMap<string, FileEntry>> {
  const labels = { ours: '', base: '', theirs: '' };
  const merged = await mergeTrees(
    context.objects,
    await filesOfCommit(context, base),
    current,
    await filesOfCommit(context, indexCommit),
    { labels, style: 'merge' },
  );
  if (merged.conflicts.size > 0) throw new GitFailure('conflicts in index. Try without --index.', 1);
  return merged.files;
}
