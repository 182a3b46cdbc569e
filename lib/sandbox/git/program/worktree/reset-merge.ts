import { headCommit } from '../../repository';
import { GitFailure } from '../../git-failure';
import { loadIndex, saveIndex, type Context } from '../setup/context';
import { filesOfCommit } from './merge-into-work';
import { forceTree, untrackedAt, wayFailure, writeTreeFiles, notUpToDate } from './switch-tree';
import { lookAtWork } from './work-state';
import { sameEntry } from '../../store/tree';

/** `reset --merge`: discards what is staged, keeps changes that are only in the folder, and untracked files. */
export async function resetMerge(context: Context, commit: string | undefined, given = 'HEAD'): Promise<void> {
  const index = await loadIndex(context);
  const [head, to] = [await filesOfCommit(context, await headCommit(context)), await filesOfCommit(context, commit)];
  const work = await lookAtWork(context, index, { inner: false, hidden: true });
  const touched = [...new Set([...index.paths(), ...to.keys(), ...head.keys()])].filter(
    (path) => index.isConflict(path) || !sameEntry(index.get(path), to.get(path)),
  );
  const lost = touched.find(
    (path) =>
      !index.isConflict(path) &&
      work.changed.get(path)?.kind === 'modified' &&
      !sameEntry(index.get(path), to.get(path)),
  );
  const refuse = (why: string) =>
    new GitFailure(`${why}\nfatal: Could not reset index file to revision '${given}'.`, 128, 'error: ');
  if (lost !== undefined) throw refuse(notUpToDate(lost));
  for (const path of touched) {
    if (!to.has(path) || index.has(path) || index.isConflict(path)) continue;
    const found = await untrackedAt(context, index, path);
    if (found !== undefined) throw refuse(`Untracked working tree file '${found}' would be overwritten by merge.`);
  }
  await writeTreeFiles(context, index, to, touched);
  index.forgetResolved();
  await saveIndex(context, index);
}

/** Makes all files a commit's, discarding local changes; fails with `failure` if an untracked file would be lost. */
export async function discardTo(context: Context, commit: string | undefined, failure: string): Promise<void> {
  const index = await loadIndex(context);
  const to = await filesOfCommit(context, commit);
  const untracked: string[] = [];
  for (const path of to.keys()) {
    if (index.has(path) || index.isConflict(path)) continue;
    const found = await untrackedAt(context, index, path);
    if (found !== undefined) untracked.push(found);
  }
  if (untracked.length > 0) {
    const { message } = wayFailure({ changed: [], untracked }, 'reset');
    throw new GitFailure(`${message}\nfatal: ${failure}`, 128, 'error: ');
  }
  await forceTree(context, index, to);
  await saveIndex(context, index);
}
