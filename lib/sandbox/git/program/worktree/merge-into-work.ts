import type { GitFailure } from '../../git-failure';
import { mergeTrees, type Tree, type TreeMerge, type TreeMergeRules } from '../../merge/merge-trees';
import type { ConflictStyle } from '../../merge/merge-text';
import { bareEntry } from '../../store/index-file';
import { readCommit } from '../../store/commit';
import { comparePaths } from '../../store/bytes';
import { EMPTY_TREE } from '../../store/objects';
import { flattenTree, writeTree, sameEntry, type FileEntry } from '../../store/tree';
import { loadIndex, saveIndex, type Context } from '../setup/context';
import { mergeBases } from '../refs/history';
import { MARKER_SIZE, mergeByAttributes } from './merge-driver';
import { mergeSubmodule } from './submodule-merge';
import { isFolder, untrackedAt, writeTreeFiles, type InTheWay } from './switch-tree';
import { isReplaced, writeWorkFile } from './work-files';
import { lookAtWork } from './work-state';

export function conflictStyle({ config }: Context): ConflictStyle {
  const style = config.get('merge.conflictStyle');
  return style === 'diff3' || style === 'zdiff3' ? style : 'merge';
}

/** `merge.directoryRenames`. */
function movedFolders({ config }: Context): 'conflict' | 'follow' | 'stay' {
  const setting = config.get('merge.directoryRenames');
  const isOn = setting === 'conflict' ? undefined : config.boolean('merge.directoryRenames');
  return isOn === undefined ? 'conflict' : isOn ? 'follow' : 'stay';
}

export const treeOfCommit = async (context: Context, commit: string | undefined): Promise<string> =>
  commit === undefined ? EMPTY_TREE : (await readCommit(context.objects, commit)).tree;

export const filesOfCommit = async (context: Context, commit: string | undefined): Promise<Map<string, FileEntry>> =>
  flattenTree(context.objects, await treeOfCommit(context, commit));

/** The common base of two commits; if there are several, the tree that they merge to. */
export async function baseTree(context: Context, bases: readonly string[], depth = 1): Promise<Tree> {
  const [first, ...others] = bases;
  let tree: Tree = await filesOfCommit(context, first);
  const seen = first === undefined ? [] : [first];
  for (const other of others) {
    const inner = await baseTree(context, await mergeBases(context, [seen[0] ?? other, other]), depth + 1);
    const labels = {
      ours: 'Temporary merge branch 1',
      base: 'merged common ancestors',
      theirs: 'Temporary merge branch 2',
    };
    tree = (
      await mergeTrees(context.objects, inner, tree, await filesOfCommit(context, other), {
        labels,
        style: conflictStyle(context),
        // Conflicts of the bases stay apart from those of the merge itself.
        markerSize: async () => MARKER_SIZE + 2 * depth,
      })
    ).files;
    seen.push(other);
  }
  return tree;
}

export interface MergedIntoWork {
  readonly merge: TreeMerge;
  /** If set, nothing was done because these files are in the way. */
  readonly inTheWay: InTheWay | undefined;
}

/**
 * Merges `theirs` into the index and the files. Files with local changes stay if the merge does not touch them; if it
 * does, nothing happens.
 */
export async function mergeIntoWork(
  context: Context,
  base: Tree,
  ours: Tree,
  theirs: Tree,
  rules: TreeMergeRules,
): Promise<MergedIntoWork> {
  const merge = await mergeTrees(context.objects, base, ours, theirs, {
    folders: movedFolders(context),
    ...rules,
    ...mergeByAttributes(context),
    submodule: mergeSubmodule(context),
  });
  const index = await loadIndex(context);
  const touched = [...new Set([...ours.keys(), ...merge.files.keys(), ...merge.conflicts.keys()])].filter(
    (path) => merge.conflicts.has(path) || !sameEntry(ours.get(path), merge.files.get(path)),
  );
  const wanted = new Set(touched);
  const work = await lookAtWork(context, index, { inner: false, hidden: true, wanted: (path) => wanted.has(path) });
  const changed: string[] = [];
  const untracked: string[] = [];
  const folders: string[] = [];
  for (const path of touched) {
    const [own, target] = [index.get(path), merge.files.get(path)];
    if (own && sameEntry(own, target) && !merge.conflicts.has(path)) continue;
    const kind = work.changed.get(path)?.kind;
    const isChanged = kind === 'modified' || (kind === 'deleted' && (await isReplaced(context, path)));
    if (own ? !sameEntry(own, ours.get(path)) || isChanged : ours.has(path)) changed.push(path);
    else if (!own && target) {
      const found = await untrackedAt(context, index, path, target.mode);
      if (found !== undefined) ((await isFolder(context, found)) ? folders : untracked).push(found);
    }
  }
  if (changed.length + untracked.length + folders.length > 0) {
    for (const list of [changed, untracked, folders]) list.sort(comparePaths);
    return { merge, inTheWay: { changed, untracked, folders } };
  }
  await writeTreeFiles(
    context,
    index,
    merge.files,
    touched.filter((path) => merge.conflicts.has(path) || !sameEntry(index.get(path), merge.files.get(path))),
  );
  for (const [path, stages] of merge.conflicts) {
    const left = merge.files.get(path);
    // Conflicts are there to be resolved, even outside of a sparse checkout.
    if (left && index.get(path)?.skipWorktree) await writeWorkFile(context, path, left);
    index.remove(path);
    for (const [at, entry] of stages.entries()) if (entry) index.set(bareEntry(path, entry, at + 1));
  }
  index.forgetResolved();
  await saveIndex(context, index);
  return { merge, inTheWay: undefined };
}

/** The messages of a merge in the order of the strategy `recursive`, which tells first that both sides added a file. */
export const inRecursiveOrder = (messages: readonly string[]): string[] =>
  messages
    .join('\n')
    .replaceAll(/^(Auto-merging (.*))\n(CONFLICT \(add\/add\): Merge conflict in \2)$/gm, '$3\n$1')
    .split('\n')
    .filter(Boolean);

/** The tree of the index. */
export async function indexTree(context: Context): Promise<string> {
  const index = await loadIndex(context);
  const files = new Map([...index.files()].filter(([, entry]) => !entry.intentToAdd));
  return writeTree(context.objects, files);
}

/** Throws `failure`, after the versions that are in conflict were listed, if the index cannot become a tree. */
export async function mustBeTree(context: Context, failure: GitFailure): Promise<void> {
  const unmerged = (await loadIndex(context)).all().filter(({ stage }) => stage > 0);
  if (unmerged.length === 0) return;
  context.io.err(unmerged.map(({ path, oid }) => `${path}: unmerged (${oid})\n`).join(''));
  throw failure;
}
