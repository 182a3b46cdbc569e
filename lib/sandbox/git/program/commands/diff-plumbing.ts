import { GitFailure } from '../../git-failure';
import { readCommit } from '../../store/commit';
import { peel } from '../../store/tag';
import { readTree, TREE } from '../../store/tree';
import { EMPTY_TREE } from '../../store/objects';
import type { FileDiff } from '../../diff/file-change';
import { changesBetweenTrees, changedFiles, filesOfIndex, filesOfTree, filesOfWork } from '../../diff/sides';
import { loadIndex, openContext, type Context } from '../context';
import { DIFF_FLAGS, DIFF_OPTIONAL, DIFF_VALUES, diffStyle, type DiffStyle } from '../diff-style';
import type { GitCommand } from '../git-io';
import { treeOf } from '../merge-into-work';
import { readOptions } from '../options';
import { pathspecs, wantedBy } from '../pathspec';
import { findObject, resolveTree } from '../revision';
import { changesText, prepareChanges } from '../show-changes';

const FLAGS = {
  ...DIFF_FLAGS,
  cached: '--cached',
  recursive: '-r',
  root: '--root',
  noId: '--no-commit-id',
  merges: '-m',
} as const;

const styleOf = (context: Context, options: Parameters<typeof diffStyle>[1]): DiffStyle => {
  const plain = diffStyle(context, options);
  const renames =
    options.value('renames') !== undefined || options.value('copies') !== undefined ? plain.renames : undefined;
  return {
    ...plain,
    renames,
    digits: options.value('abbrev') === undefined ? 40 : plain.digits,
    indexDigits: plain.shapes.includes('patch') ? 7 : plain.indexDigits,
  };
};

const finish = (context: Context, text: string, found: boolean, options: Parameters<typeof diffStyle>[1]): number => {
  if (!options.is('quiet')) context.io.out(text);
  return found && (options.is('exitCode') || options.is('quiet')) ? 1 : 0;
};

/** Their options about how to show commits. */
const ABSENT = '-t -c --cc -v --pretty --format --stdin';

/** These commands show no ids for changes in the folder. */
const withoutIds = (changes: readonly FileDiff[]): FileDiff[] =>
  changes.map((change) => ({ ...change, after: change.after && { ...change.after, oid: '0'.repeat(40) } }));

export const diffFiles: GitCommand = async (args, io) => {
  const options = readOptions(args, {
    absent: ABSENT,
    flags: FLAGS,
    values: DIFF_VALUES,
    optional: DIFF_OPTIONAL,
  });
  const context = await openContext(io);
  const wanted = wantedBy(pathspecs(context, io.cwd, options.rest));
  const index = await loadIndex(context);
  const changes = changedFiles(filesOfIndex(context, index), await filesOfWork(context, index, wanted), wanted);
  const style = styleOf(context, options);
  const shown = await prepareChanges(style.shapes.includes('patch') ? changes : withoutIds(changes), style);
  return finish(context, await changesText(shown, style, ['raw']), shown.length > 0, options);
};

export const diffIndex: GitCommand = async (args, io) => {
  const options = readOptions(args, {
    absent: ABSENT,
    flags: FLAGS,
    values: DIFF_VALUES,
    optional: DIFF_OPTIONAL,
  });
  const context = await openContext(io);
  const [name = 'HEAD', ...paths] = options.rest;
  const wanted = wantedBy(pathspecs(context, io.cwd, paths));
  const index = await loadIndex(context);
  const before = await filesOfTree(context, await resolveTree(context, name));
  const known = filesOfIndex(context, index);
  const work = options.is('cached') ? known : await filesOfWork(context, index, wanted);
  const style = styleOf(context, options);
  const changes = changedFiles(before, work, wanted).map((change) =>
    change.after && known.get(change.path)?.oid !== change.after.oid && !style.shapes.includes('patch')
      ? { ...change, after: { ...change.after, oid: '0'.repeat(40) } }
      : change,
  );
  const shown = await prepareChanges(changes, style);
  return finish(context, await changesText(shown, style, ['raw']), shown.length > 0, options);
};

export const diffTree: GitCommand = async (args, io) => {
  const options = readOptions(args, {
    absent: ABSENT,
    flags: FLAGS,
    values: DIFF_VALUES,
    optional: DIFF_OPTIONAL,
  });
  const { is } = options;
  const context = await openContext(io);
  const style = styleOf(context, options);
  const [first, second, ...rest] = options.rest;
  if (first === undefined)
    throw new GitFailure('usage: git diff-tree [<options>] <tree-ish> [<tree-ish>] [<path>...]', 129);
  const isTree =
    second !== undefined &&
    options.paths === undefined &&
    (await findObject(context, second).catch(() => undefined)) !== undefined;
  const wanted = wantedBy(pathspecs(context, io.cwd, isTree ? rest : options.rest.slice(1)));
  const recursive =
    is('recursive') || style.shapes.some((shape) => shape !== 'raw' && shape !== 'names' && shape !== 'status');
  const show = async (before: string, after: string) => {
    const changes = recursive
      ? await changesBetweenTrees(context, before, after, wanted)
      : await topChanges(context, before, after, wanted);
    return changesText(await prepareChanges(changes, style), style, ['raw']);
  };
  if (isTree) return io.out(await show(await resolveTree(context, first), await resolveTree(context, second)));
  const oid = await peel(context.objects, (await findObject(context, first)) ?? '', 'commit');
  if (oid === undefined) throw new GitFailure(`bad object ${first}`);
  const { parents, tree } = await readCommit(context.objects, oid);
  if (parents.length > 1 && !is('merges')) return;
  if (parents.length === 0 && !is('root')) return;
  for (const parent of parents.length === 0 ? [undefined] : parents) {
    const text = await show(parent === undefined ? EMPTY_TREE : await treeOf(context, parent), tree);
    if (text !== '')
      io.out(`${is('noId') ? '' : `${oid}\n`}${style.shapes.includes('patch') && !is('noId') ? '' : ''}${text}`);
  }
};

/** The differences at the top level; folders are compared as entries. */
async function topChanges(
  context: Context,
  before: string,
  after: string,
  wanted: (path: string) => boolean,
): Promise<FileDiff[]> {
  const read = async (tree: string) =>
    new Map(
      (await readTree(context.objects, tree)).map((entry) => [
        entry.name,
        {
          path: entry.name,
          mode: entry.mode,
          oid: entry.oid,
          read: async () => (entry.mode === TREE ? new Uint8Array() : context.objects.blob(entry.oid)),
        },
      ]),
    );
  return changedFiles(await read(before), await read(after), wanted);
}
