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
import { namesOnInput } from '../names-on-input';
import { readOptions } from '../options';
import { pathspecs, wantedBy } from '../pathspec';
import { findObject, resolveTree } from '../revision';
import { changesText, prepareChanges } from '../show-changes';
import { splitArguments } from './diff';

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
const ABSENT = '-t -c --cc -v --pretty --format';

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
  const shown = await prepareChanges(changes, style);
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
  const changes = changedFiles(before, work, wanted);
  const shown = await prepareChanges(changes, style);
  return finish(context, await changesText(shown, style, ['raw']), shown.length > 0, options);
};

export const diffTree: GitCommand = async (args, io) => {
  const options = readOptions(args, {
    absent: ABSENT,
    flags: { ...FLAGS, stdin: '--stdin' },
    values: DIFF_VALUES,
    optional: DIFF_OPTIONAL,
  });
  const { is } = options;
  const context = await openContext(io);
  const style = styleOf(context, options);
  const { revisions, paths } = await splitArguments(context, options.before, options.paths);
  const [first, second] = revisions;
  if (first === undefined && !is('stdin'))
    throw new GitFailure('usage: git diff-tree [<options>] <tree-ish> [<tree-ish>] [<path>...]', 129);
  const wanted = wantedBy(pathspecs(context, io.cwd, paths));
  const recursive =
    is('recursive') || style.shapes.some((shape) => shape !== 'raw' && shape !== 'names' && shape !== 'status');
  const between = async (before: string, after: string) => {
    const changes = recursive
      ? await changesBetweenTrees(context, before, after, wanted)
      : await topChanges(context, before, after, wanted);
    return changesText(await prepareChanges(changes, style), style, ['raw']);
  };
  const betweenTrees = async (one: string, other: string) =>
    between(await resolveTree(context, one), await resolveTree(context, other));
  const sayCommit = async (name: string, given?: readonly string[]) => {
    const oid = await peel(context.objects, (await findObject(context, name)) ?? '', 'commit');
    if (oid === undefined) throw new GitFailure(`bad object ${name}`);
    const { parents, tree } = await readCommit(context.objects, oid);
    const from = given ?? parents;
    if ((from.length > 1 && !is('merges')) || (from.length === 0 && !is('root'))) return;
    for (const parent of from.length === 0 ? [undefined] : from) {
      const text = await between(parent === undefined ? EMPTY_TREE : await treeOf(context, parent), tree);
      if (text !== '') io.out(`${is('noId') ? '' : `${oid}\n`}${text}`);
    }
  };
  if (first !== undefined && second !== undefined) io.out(await betweenTrees(first, second));
  else if (first !== undefined) await sayCommit(first);
  for (const line of is('stdin') ? await namesOnInput(io) : []) {
    const [name = '', ...others] = line.split(' ');
    const found = await context.objects.find(name);
    if (!found) io.out(`${line}\n`);
    else if (found.kind === 'tree') io.out(`${line}\n${await betweenTrees(name, others[0] ?? '')}`);
    else await sayCommit(name, others.length > 0 ? others : undefined);
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
