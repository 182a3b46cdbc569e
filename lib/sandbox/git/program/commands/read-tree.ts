import { GitFailure } from '../../git-failure';
import { bothSides, fromTreeToTree, onlyTree, type Fate } from '../../merge/index-merge';
import { comparePaths } from '../../store/bytes';
import { bareEntry, type GitIndex } from '../../store/index-file';
import { flattenTree, type FileEntry } from '../../store/tree';
import { loadIndex, openContext, saveIndex, type Context } from '../setup/context';
import type { GitCommand } from '../setup/git-io';
import { readOptions } from '../terminal/options';
import { findObject, resolveTree } from '../refs/revision';
import { untrackedAt, writeTreeFiles, notUpToDate } from '../worktree/switch-tree';
import { isReplaced } from '../worktree/work-files';
import { lookAtWork } from '../worktree/work-state';

type Tree = ReadonlyMap<string, FileEntry>;

/** What the trees are, and what they are to become. */
interface Reading {
  readonly trees: readonly Tree[];
  readonly aggressive: boolean;
  /** Local changes and untracked files are overwritten. */
  readonly reset: boolean;
  /** The files are left alone, and not looked at. */
  readonly indexOnly: boolean;
  readonly update: boolean;
}

export const readTreeCommand: GitCommand = async (args, io) => {
  const options = readOptions(args, {
    flags: {
      empty: '--empty',
      merge: '-m',
      reset: '--reset',
      update: '-u',
      indexOnly: '-i',
      dry: '-n --dry-run',
      aggressive: '--aggressive',
      quiet: '-q --quiet -v --trivial --no-sparse-checkout --no-recurse-submodules',
    },
    values: {
      prefix: '--prefix',
      output: '--index-output',
      ignored: '--exclude-per-directory',
    },
    absent: '--recurse-submodules',
  });
  const { is } = options;
  const context = await openContext(io);
  const index = await loadIndex(context);
  const prefix = options.value('prefix');
  if ([is('merge'), is('reset'), prefix !== undefined].filter(Boolean).length > 1)
    throw new GitFailure('Which one? -m, --reset, or --prefix?');
  const merges = is('merge') || is('reset') || prefix !== undefined;
  if ((is('merge') || prefix !== undefined) && index.conflicts().length > 0)
    throw new GitFailure('You need to resolve your current index first');
  const trees: Tree[] = [];
  for (const name of options.rest) trees.push(await treeNamed(context, name));
  if (is('empty') && trees.length > 0) throw new GitFailure('passing trees as arguments contradicts --empty');
  if (!is('empty') && trees.length === 0 && !merges)
    io.err('warning: read-tree: emptying the index with no arguments is deprecated; use --empty\n');
  for (const [flag, name] of [
    ['update', '-u'],
    ['indexOnly', '-i'],
  ] as const)
    if (is(flag) && !merges) throw new GitFailure(`${name} is meaningless without -m, --reset, or --prefix`);
  if (is('update') && is('indexOnly')) throw new GitFailure('-u and -i at the same time makes no sense');
  if (merges && trees.length === 0) throw new GitFailure('you must specify at least one tree to merge');
  if (merges && trees.length > 3) throw new GitFailure('more than three trees are not merged in this sandbox', 2);
  if (prefix !== undefined)
    await bind(context, index, trees[0] ?? new Map(), prefix.replace(/(?<=.)\/?$/, '/'), {
      update: is('update'),
      dry: is('dry'),
    });
  else if (merges) {
    await mergeIntoIndex(
      context,
      index,
      {
        trees,
        aggressive: is('aggressive'),
        reset: is('reset'),
        indexOnly: is('indexOnly'),
        update: is('update'),
      },
      is('dry'),
    );
  } else layTrees(index, trees);
  if (is('dry')) return;
  index.forgetResolved();
  const output = options.value('output');
  if (output !== undefined) index.changed = true;
  await saveIndex(
    output === undefined
      ? context
      : {
          ...context,
          io: { ...io, env: { ...io.env, GIT_INDEX_FILE: output } },
        },
    index,
  );
};

async function treeNamed(context: Context, name: string): Promise<Tree> {
  if ((await findObject(context, name, 'tree')) === undefined) throw new GitFailure(`Not a valid object name ${name}`);
  return flattenTree(context.objects, await resolveTree(context, name));
}

/** The index becomes the trees, each over the ones before it. */
function layTrees(index: GitIndex, trees: readonly Tree[]): void {
  index.clear();
  for (const tree of trees)
    for (const [path, entry] of tree) {
      index.removeClashes(path);
      index.set(bareEntry(path, entry));
    }
}

/** Puts a tree below a folder, `start`, which ends in a slash unless it is the root. */
async function bind(
  context: Context,
  index: GitIndex,
  tree: Tree,
  start: string,
  { update, dry }: { update: boolean; dry: boolean },
): Promise<void> {
  if (start.startsWith('/')) throw new GitFailure("Invalid prefix, prefix cannot start with '/'");
  const taken = index.paths().find((path) => (start === '' ? tree.has(path) : path.startsWith(start)));
  if (taken !== undefined)
    throw new GitFailure(`Entry '${taken}' overlaps with '${taken}'.  Cannot bind.`, 128, 'error: ');
  const bound = new Map([...tree].map(([path, entry]) => [`${start}${path}`, entry] as const));
  if (!update) for (const [path, entry] of bound) index.set(bareEntry(path, entry));
  else {
    for (const path of bound.keys()) await mustBeFree(context, index, path);
    if (!dry) await writeTreeFiles(context, index, bound, [...bound.keys()]);
  }
}

async function mustBeFree(context: Context, index: GitIndex, path: string): Promise<void> {
  const found = index.has(path) ? undefined : await untrackedAt(context, index, path);
  if (found !== undefined)
    throw new GitFailure(`Untracked working tree file '${found}' would be overwritten by merge.`, 128, 'error: ');
}

function fateOf(own: FileEntry | undefined, path: string, { trees, aggressive }: Reading): Fate {
  const [one, two, three] = trees.map((tree) => tree.get(path));
  if (trees.length === 1) return onlyTree(own, one);
  return trees.length === 2 ? fromTreeToTree(own, one, two) : bothSides(own, one, two, three, { aggressive });
}

/** Merges the trees into the index; with `update`, into the files too. Nothing happens if anything would be lost. */
async function mergeIntoIndex(context: Context, index: GitIndex, how: Reading, dry: boolean): Promise<void> {
  const { reset, update, indexOnly } = how;
  const paths = [...new Set([...index.paths(), ...how.trees.flatMap((tree) => [...tree.keys()])])].toSorted(
    comparePaths,
  );
  const changed = indexOnly || (reset && !update) ? new Map() : (await lookAtWork(context, index)).changed;
  const fates = new Map<string, Fate>();
  for (const path of paths) {
    const own = index.get(path);
    const fate = fateOf(own, path, how);
    if (fate.kind === 'refuse')
      throw new GitFailure(`Entry '${path}' would be overwritten by merge. Cannot merge.`, 128, 'error: ');
    const stays =
      fate.kind === 'keep' || (fate.kind === 'take' && own?.oid === fate.entry.oid && own.mode === fate.entry.mode);
    const kind = stays || reset ? undefined : changed.get(path)?.kind;
    if (kind === 'modified' || (kind === 'deleted' && (await isReplaced(context, path))))
      throw new GitFailure(notUpToDate(path), 128, 'error: ');
    if (fate.kind === 'take' && update && !reset) await mustBeFree(context, index, path);
    if (!stays || (reset && update && changed.has(path)) || index.isConflict(path)) fates.set(path, fate);
  }
  if (dry) return;
  const target = new Map<string, FileEntry>();
  for (const [path, fate] of fates) {
    const own = index.get(path);
    if (fate.kind === 'take') target.set(path, fate.entry);
    else if (fate.kind === 'keep' && own) target.set(path, own);
  }
  const settled = [...fates].flatMap(([path, { kind }]) => (kind === 'open' ? [] : [path]));
  if (update) await writeTreeFiles(context, index, target, settled);
  else
    for (const path of settled) {
      const entry = target.get(path);
      index.remove(path);
      if (!entry) continue;
      index.removeClashes(path);
      index.set(bareEntry(path, entry));
    }
  for (const [path, fate] of fates) {
    if (fate.kind !== 'open') continue;
    index.remove(path);
    for (const [at, entry] of fate.stages.entries()) if (entry) index.set(bareEntry(path, entry, at + 1));
  }
}
