import { GitFailure } from '../../git-failure';
import type { GitIndex } from '../../store/index-file';
import { bareEntry } from '../../store/index-file';
import { comparePaths } from '../../store/bytes';
import { GITLINK, sameEntry, type FileEntry } from '../../store/tree';
import { GitIgnoreRules } from './ignore-rules';
import { hasIndex, loadIndex, saveIndex, type Context } from '../setup/context';
import { byAttributesOf, checkOutFile, fileForFolder, isReplaced, lookAtFile, removeWorkFile } from './work-files';
import { sparseCone } from '../setup/sparse-cone';
import { isHidden, lookAtWork, type WorkState } from './work-state';

/** What git says of a file whose changes a reset or a merge would lose. */
export const notUpToDate = (path = ''): string => `Entry '${path}' not uptodate. Cannot merge.`;

type Tree = ReadonlyMap<string, FileEntry>;

/** Files in the way of a change: files with local changes, and untracked ones. */
export interface InTheWay {
  readonly changed: readonly string[];
  readonly untracked: readonly string[];
  /** Folders with untracked files, where a file is to be. */
  readonly folders?: readonly string[];
}

/** Switches from the files of one commit to those of another. Local changes stay; if they are in the way, nothing happens. */
export async function switchTree(
  context: Context,
  given: Tree,
  to: Tree,
  { force = false, keepIgnored = false }: { force?: boolean; keepIgnored?: boolean } = {},
): Promise<InTheWay | undefined> {
  const index = await loadIndex(context);
  const from: Tree = (await hasIndex(context)) ? given : new Map();
  if (force) {
    await forceTree(context, index, to);
    await saveIndex(context, index);
    return undefined;
  }
  const paths = [...new Set([...from.keys(), ...to.keys()])].filter((path) => !sameEntry(from.get(path), to.get(path)));
  const wanted = new Set(paths);
  const work = await lookAtWork(context, index, { inner: false, hidden: true, wanted: (path) => wanted.has(path) });
  const update: string[] = [];
  const changed: string[] = [];
  const untracked: string[] = [];
  const folders: string[] = [];
  for (const path of paths) {
    const [own, target] = [index.get(path), to.get(path)];
    if (sameEntry(own, target) && !index.isConflict(path)) continue;
    const change = work.changed.get(path);
    if (
      own &&
      sameEntry(own, from.get(path)) &&
      (!change || (change.kind === 'deleted' && !(await isReplaced(context, path))))
    )
      update.push(path);
    else if (!own && !index.isConflict(path) && !from.has(path)) {
      const found = target && (await untrackedAt(context, index, path, target.mode, keepIgnored));
      if (found === undefined) update.push(path);
      else ((await isFolder(context, found)) ? folders : untracked).push(found);
    } else if (!own && !index.isConflict(path) && target === undefined) continue;
    else changed.push(path);
  }
  if (changed.length + untracked.length + folders.length > 0)
    return {
      changed: changed.sort(comparePaths),
      untracked: untracked.sort(comparePaths),
      folders: folders.sort(comparePaths),
    };
  await leaveOut(context, index, to, update);
  await writeTreeFiles(context, index, to, update);
  index.forgetResolved();
  await saveIndex(context, index);
  return undefined;
}

/** Whether what is in the way is a folder. */
export const isFolder = async (context: Context, path: string): Promise<boolean> =>
  (await lookAtFile(context, path))?.type === 'directory';

/** The untracked file that would be lost if a file came to a path; undefined if none would. Ignored ones may be, unless they are kept. */
export async function untrackedAt(
  context: Context,
  index: GitIndex,
  path: string,
  mode?: number,
  keepIgnored = false,
): Promise<string | undefined> {
  const stat = await lookAtFile(context, path);
  if (stat?.type === 'directory') {
    // A submodule takes any folder.
    if (mode === GITLINK) return undefined;
    const { untracked } = await lookAtWork(context, index, {
      untracked: 'all',
      wanted: (other) => other.startsWith(`${path}/`),
    });
    return untracked.length > 0 ? path : undefined;
  }
  if (stat && keepIgnored) return path;
  if (stat) return (await new GitIgnoreRules(context).ruleFor(path, false))?.ignored === true ? undefined : path;
  const outer = await fileForFolder(context, path);
  return outer === undefined || index.has(outer) ? undefined : outer;
}

/** Writes a tree's files; removes those that it does not have first. */
export async function writeTreeFiles(
  context: Context,
  index: GitIndex,
  to: Tree,
  paths: readonly string[],
): Promise<void> {
  for (const path of paths) {
    if (to.has(path)) continue;
    await removeWorkFile(context, path);
    index.remove(path);
  }
  await byAttributesOf(context, to, async () => {
    for (const path of paths) {
      const target = to.get(path);
      if (target) await checkOutFile(context, index, path, target);
    }
  });
}

/** Removes the files of a tree that a sparse checkout leaves out, but that are there; those that it expects there stay. */
async function leaveOut(context: Context, index: GitIndex, to: Tree, paths: readonly string[]): Promise<void> {
  const cone = await sparseCone(context);
  if (cone)
    for (const path of paths)
      if (to.has(path) && !cone.holds(path) && !index.get(path)?.skipWorktree) await removeWorkFile(context, path);
}

/**
 * Makes all files a tree's, discarding local changes; untracked files stay. Throws if that would overwrite a change to a file
 * that the index is told not to look at; `also` is what git says after that.
 */
export async function forceTree(context: Context, index: GitIndex, to: Tree, also = ''): Promise<void> {
  const work: WorkState = await lookAtWork(context, index, { inner: false });
  const paths = [...new Set([...index.paths(), ...to.keys()])].filter(
    (path) => index.isConflict(path) || work.changed.has(path) || !sameEntry(index.get(path), to.get(path)),
  );
  const hidden = new Set(
    paths.filter((path) => isHidden(index.get(path)) && !sameEntry(index.get(path), to.get(path))),
  );
  if (hidden.size > 0) {
    const { changed } = await lookAtWork(context, index, {
      inner: false,
      hidden: true,
      wanted: (path) => hidden.has(path),
    });
    const lost = [...changed].find(([, { kind }]) => kind === 'modified');
    if (lost) throw new GitFailure(`${notUpToDate(lost[0])}${also}`, 128, 'error: ');
  }
  await leaveOut(context, index, to, paths);
  await writeTreeFiles(context, index, to, paths);
  index.forgetResolved();
}

/** Makes the index a tree's; the files and their stats stay. */
export function resetIndex(index: GitIndex, to: Tree, wanted: (path: string) => boolean = () => true): void {
  for (const path of index.paths()) if (wanted(path) && !to.has(path)) index.remove(path);
  for (const [path, entry] of to) {
    if (!wanted(path) || sameEntry(index.get(path), entry)) continue;
    index.removeClashes(path);
    index.set(bareEntry(path, entry));
  }
}

const listed = (paths: readonly string[]): string => paths.map((path) => `\t${path}\n`).join('');

/** git's message about files in the way. */
export function wayFailure(
  { changed, untracked, folders = [] }: InTheWay,
  doing: 'checkout' | 'merge' | 'reset',
  exitCode = 1,
): GitFailure {
  const before = doing === 'checkout' ? 'switch branches' : doing;
  const parts = [
    ...(changed.length === 0
      ? []
      : [
          `Your local changes to the following files would be overwritten by ${doing}:\n${listed(changed)}Please commit your changes or stash them before you ${before}.\n`,
        ]),
    ...(folders.length === 0
      ? []
      : [`Updating the following directories would lose untracked files in them:\n${listed(folders)}\n`]),
    ...(untracked.length === 0
      ? []
      : [
          `The following untracked working tree files would be overwritten by ${doing}:\n${listed(untracked)}Please move or remove them before you ${before}.\n`,
        ]),
  ];
  return new GitFailure(`${parts.join('error: ')}Aborting`, exitCode);
}
