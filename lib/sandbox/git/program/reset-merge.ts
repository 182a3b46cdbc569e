import { headCommit } from '../repository';
import { GitFailure } from '../git-failure';
import { loadIndex, saveIndex, type Context } from './context';
import { filesOf } from './merge-into-work';
import { writeTreeFiles } from './switch-tree';
import { lookAtWork } from './work-state';
import type { FileEntry } from '../store/tree';

const same = (a: FileEntry | undefined, b: FileEntry | undefined): boolean => a?.oid === b?.oid && a?.mode === b?.mode;

/** `reset --merge`: discards what is staged, keeps changes that are only in the folder. */
export async function resetMerge(context: Context, commit: string | undefined): Promise<void> {
  const index = await loadIndex(context);
  const [head, to] = [await filesOf(context, await headCommit(context)), await filesOf(context, commit)];
  const work = await lookAtWork(context, index, { inner: false });
  const touched = [...new Set([...index.paths(), ...to.keys(), ...head.keys()])].filter(
    (path) => index.isConflict(path) || !same(index.get(path), to.get(path)),
  );
  const lost = touched.find(
    (path) =>
      !index.isConflict(path) && work.changed.get(path)?.kind === 'modified' && !same(index.get(path), to.get(path)),
  );
  if (lost !== undefined)
    throw new GitFailure(
      `Entry '${lost}' not uptodate. Cannot merge.\nfatal: Could not reset index file to revision '${commit}'.`,
      128,
    );
  await writeTreeFiles(context, index, to, touched);
  await saveIndex(context, index);
}
