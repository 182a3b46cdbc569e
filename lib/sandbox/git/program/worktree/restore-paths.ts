import { GitFailure } from '../../git-failure';
import { decodeUtf8, encodeUtf8 } from '../../store/bytes';
import { bareEntry, type GitIndex } from '../../store/index-file';
import { mustBePlain } from '../../store/plain-path';
import { flattenTree, sameEntry, type FileEntry } from '../../store/tree';
import { peel } from '../../store/tag';
import type { ConflictStyle } from '../../merge/merge-text';
import { markerSizeOf } from './merge-driver';
import { mergeTexts } from '../../merge/merge-text';
import { loadIndex, saveIndex, type Context } from '../setup/context';
import type { Pathspec } from '../setup/pathspec';
import { wantedBy } from '../setup/pathspec';
import { byAttributesOf, checkOutFile, removeWorkFile, writeWorkBytes, writeWorkFile } from './work-files';
import { lookAtWork } from './work-state';

export interface RestoreRules {
  /** A commit or a tree; the index if left out. */
  readonly from?: string;
  readonly work: boolean;
  readonly index: boolean;
  /** Keeps files that the source does not have. */
  readonly overlay: boolean;
  /** Skips files in conflict without a message. */
  readonly ignoreConflicts?: boolean;
}

/** Restores files from a commit or the index. Returns how many. */
export async function restorePaths(
  context: Context,
  specs: readonly Pathspec[],
  { from, work, index: intoIndex, overlay, ignoreConflicts = false }: RestoreRules,
): Promise<number> {
  const index = await loadIndex(context);
  const wanted = wantedBy(specs);
  const tree = from === undefined ? undefined : await peel(context.objects, from, 'tree');
  const all: ReadonlyMap<string, FileEntry> =
    tree === undefined ? index.files() : await flattenTree(context.objects, tree);
  // What is not to be in the folder stays out, unless another version of it is asked for.
  const source = new Map(
    [...all].filter(([path, entry]) => {
      const own = index.get(path);
      return own?.skipWorktree !== true || (tree !== undefined && !sameEntry(own, entry));
    }),
  );
  for (const spec of specs) {
    if (
      spec.excludes ||
      [...source.keys()].some(spec.matches) ||
      (!overlay && index.paths().some(spec.matches)) ||
      (tree === undefined && index.conflicts().some(spec.matches))
    )
      continue;
    throw new GitFailure(`pathspec '${spec.given}' did not match any file(s) known to git`, 1);
  }
  const open = tree === undefined && !ignoreConflicts ? index.conflicts().filter(wanted) : [];
  if (open.length > 0) {
    context.io.err(open.map((path) => `error: path '${path}' is unmerged\n`).join(''));
    throw new GitFailure('', 1);
  }
  const state = await lookAtWork(context, index, { inner: false, wanted });
  let count = 0;
  const chosen = [...source].filter(([path]) => wanted(path));
  await byAttributesOf(context, new Map([...index.files(), ...(intoIndex ? chosen : [])]), async () => {
    for (const [path, entry] of chosen) {
      const own = index.get(path);
      const same = own?.oid === entry.oid && own.mode === entry.mode;
      const isHere = same && !state.changed.has(path);
      if (!isHere) count++;
      if (intoIndex && !work) {
        if (!same) index.set(bareEntry(path, entry));
      } else if (intoIndex || tree === undefined) {
        if (!isHere) await checkOutFile(context, index, path, entry);
        const now = index.get(path);
        // What is only meant to be added stays so.
        if (now && tree === undefined && own?.intentToAdd) index.set({ ...now, intentToAdd: true });
      } else {
        mustBePlain(path, entry.mode);
        await writeWorkFile(context, path, entry);
      }
    }
  });
  if (!overlay && tree !== undefined) {
    for (const path of index.paths()) {
      if (!wanted(path) || source.has(path)) continue;
      if (work) await removeWorkFile(context, path);
      if (intoIndex) index.remove(path);
      count++;
    }
  }
  await saveIndex(context, index);
  return count;
}

/** Restores one side of files in conflict. */
export async function takeSide(context: Context, specs: readonly Pathspec[], stage: 2 | 3): Promise<number> {
  const index = await loadIndex(context);
  mustMatch(index, specs);
  const wanted = wantedBy(specs);
  const paths = index.conflicts().filter(wanted);
  for (const path of paths) {
    const entry = index.get(path, stage);
    if (!entry) throw new GitFailure(`path '${path}' does not have ${stage === 2 ? 'our' : 'their'} version`, 1);
    mustBePlain(path, entry.mode);
    await writeWorkFile(context, path, entry);
  }
  await checkOutMerged(context, index, wanted);
  return paths.length;
}

/** Fails if the index has nothing that a pathspec names. */
function mustMatch(index: GitIndex, specs: readonly Pathspec[]): void {
  const missing = specs.filter(({ excludes, matches }) => !excludes && !index.paths().some(matches));
  if (missing.length > 0)
    throw new GitFailure(
      missing.map(({ given }) => `pathspec '${given}' did not match any file(s) known to git`).join('\nerror: '),
      1,
    );
}

/** Restores the files without conflicts from the index. */
async function checkOutMerged(
  context: Context,
  index: Awaited<ReturnType<typeof loadIndex>>,
  wanted: (path: string) => boolean,
): Promise<void> {
  const paths = index.paths().filter((path) => wanted(path) && !index.isConflict(path));
  for (const path of paths) {
    const entry = index.get(path);
    if (entry) await checkOutFile(context, index, path, entry);
  }
  await saveIndex(context, index);
}

/** Puts resolved conflicts back into the index; returns their paths. */
export function reopenConflicts(index: GitIndex, wanted: (path: string) => boolean): string[] {
  const found = [...index.resolved].filter(([path]) => wanted(path));
  for (const [path, stages] of found) {
    index.remove(path);
    for (const [at, entry] of stages.entries()) if (entry) index.set(bareEntry(path, entry, at + 1));
  }
  return found.map(([path]) => path);
}

/** Restores files in conflict as the merge left them, with their markers, and others from the index. */
export async function recreateConflicts(
  context: Context,
  specs: readonly Pathspec[],
  style: ConflictStyle,
): Promise<number> {
  const index = await loadIndex(context);
  mustMatch(index, specs);
  const wanted = wantedBy(specs);
  reopenConflicts(index, (path) => index.has(path) && wanted(path));
  const paths = index.conflicts().filter(wanted);
  for (const path of paths) {
    const [base, ours, theirs] = [1, 2, 3].map((stage) => index.get(path, stage));
    if (!ours || !theirs) continue;
    const read = async (entry: FileEntry | undefined) =>
      entry ? decodeUtf8(await context.objects.blob(entry.oid)) : '';
    const { text } = mergeTexts(await read(base), await read(ours), await read(theirs), {
      markerSize: await markerSizeOf(context, path),
      style,
      labels: { ours: 'ours', base: 'base', theirs: 'theirs' },
    });
    await writeWorkBytes(context, path, ours.mode, encodeUtf8(text));
  }
  await checkOutMerged(context, index, wanted);
  return paths.length;
}
