import { GitFailure } from '../../git-failure';
import { comparePaths } from '../../store/bytes';
import { readCommit, type Commit } from '../../store/commit';
import { peel } from '../../store/tag';
import { entryAt, readTree, TREE } from '../../store/tree';
import { EMPTY_TREE } from '../../store/objects';
import type { ChangedFile } from '../../diff/file-change';
import {
  changesBetweenTrees,
  changedFiles,
  filesBesideWork,
  filesOfIndex,
  filesOfTree,
  filesOfWork,
} from '../diff/sides';
import { loadIndex, openContext, type Context } from '../setup/context';
import { DIFF_FLAGS, DIFF_OPTIONAL, DIFF_VALUES, type Shape } from '../diff/diff-options';
import { diffStyle, type DiffStyle } from '../diff/diff-style';
import { formatCommit } from '../log/format-commit';
import type { GitCommand } from '../setup/git-io';
import { mergeBases } from '../refs/history';
import { commitLook, diffPart, LOG_FLAGS, LOG_OPTIONAL, LOG_VALUES } from '../log/log-options';
import { treeOfCommit } from '../worktree/merge-into-work';
import { namesOnInput } from '../terminal/names-on-input';
import { readOptions } from '../terminal/options';
import { pathspecs, wantedBy } from '../setup/pathspec';
import { findCommit, findObject, resolveTree } from '../refs/revision';
import { changesText, prepareChanges } from '../diff/show-changes';
import { commitChanges } from '../log/show-commit';
import { splitArguments } from './diff';
import { mustCombine } from './log';

const FLAGS = {
  ...DIFF_FLAGS,
  cached: '--cached',
  recursive: '-r',
  root: '--root',
  noId: '--no-commit-id',
  merges: '-m',
} as const;

const styleOf = (context: Context, options: Parameters<typeof diffStyle>[1]): DiffStyle => {
  const plain = diffStyle(context, options, { strict: true });
  const renames =
    options.value('renames') !== undefined || options.value('copies') !== undefined || options.is('harder')
      ? plain.renames
      : undefined;
  return {
    ...plain,
    renames,
    digits: options.value('abbrev') === undefined ? 40 : plain.digits,
    indexDigits: plain.shapes.includes('patch') ? 7 : plain.indexDigits,
  };
};

const finish = (context: Context, text: string, found: boolean, options: Parameters<typeof diffStyle>[1]): number => {
  if (!options.is('quiet')) context.io.out(text);
  if (options.is('check') && text !== '') return 2;
  return found && (options.is('exitCode') || options.is('quiet')) ? 1 : 0;
};

/** Their options about how to show commits. */
const ABSENT = '-t -c --cc -v --pretty --format';

export const diffFiles: GitCommand = async (args, io) => {
  const options = readOptions(args, {
    absent: ABSENT,
    flags: { ...FLAGS, brief: '-q', unmerged: '-0', staged: '-1 --base -2 --ours -3 --theirs' },
    values: DIFF_VALUES,
    optional: DIFF_OPTIONAL,
  });
  const context = await openContext(io);
  const { revisions, paths } = await splitArguments(context, options.before, options.paths);
  if (revisions.length > 0)
    throw new GitFailure(
      'usage: git diff-files [-q] [-0 | -1 | -2 | -3 | -c | --cc] [<common-diff-options>] [<path>...]',
      129,
    );
  const wanted = wantedBy(pathspecs(context, io.cwd, paths));
  const index = await loadIndex(context);
  if ((options.is('staged') || options.is('unmerged')) && index.conflicts().some(wanted))
    throw new GitFailure('a side of conflicts is not supported in this sandbox: use `git diff` with it', 2, 'error: ');
  const work = await filesOfWork(context, index, wanted);
  const changes = changedFiles(filesBesideWork(context, index, work), work, wanted);
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
  const { revisions, paths } = await splitArguments(context, options.before, options.paths);
  const [name] = revisions;
  if (name === undefined || revisions.length > 1)
    throw new GitFailure('usage: git diff-index [-m] [--cached] [<common-diff-options>] <tree-ish> [<path>...]', 129);
  const wanted = wantedBy(pathspecs(context, io.cwd, paths));
  const index = await loadIndex(context);
  const before = await filesOfTree(context, await resolveTree(context, name));
  const known = filesOfIndex(context, index);
  const found = options.is('cached') ? known : await filesOfWork(context, index, wanted);
  // With `-m`, what is not in the folder counts as unchanged.
  const work = options.is('merges') ? new Map([...known, ...found]) : found;
  const style = styleOf(context, options);
  const changes = changedFiles(before, work, wanted);
  const shown = await prepareChanges(changes, style);
  return finish(context, await changesText(shown, style, ['raw']), shown.length > 0, options);
};

/** The options of `diff-tree` that format commits and their merges. */
const TREE_FLAGS = {
  ...LOG_FLAGS,
  ...FLAGS,
  stdin: '--stdin',
  trees: '-t',
  always: '--always',
  pretty: '-v',
  mergeBase: '--merge-base',
} as const;

export const diffTree: GitCommand = async (args, io) => {
  const options = readOptions(
    args.map((arg) => (arg === '--pretty' ? '--pretty=medium' : arg)),
    { flags: TREE_FLAGS, values: LOG_VALUES, optional: LOG_OPTIONAL },
  );
  const { is } = options;
  const context = await openContext(io);
  const style = styleOf(context, diffPart(options));
  const { revisions, paths } = await splitArguments(context, options.before, options.paths);
  const [first, second] = revisions;
  mustCombine(options);
  if (is('mergeBase') && second === undefined) throw new GitFailure('--merge-base only works with two commits');
  if (first === undefined && !is('stdin'))
    throw new GitFailure('usage: git diff-tree [<options>] <tree-ish> [<tree-ish>] [<path>...]', 129);
  const specs = pathspecs(context, io.cwd, paths);
  const wanted = wantedBy(specs);
  const standard: Shape = is('dense') ? 'patch' : 'raw';
  const recursive =
    is('recursive') ||
    is('trees') ||
    is('dense') ||
    style.shapes.some((shape) => shape !== 'raw' && shape !== 'names' && shape !== 'status');
  let isFaulty = false;
  let differs = false;
  const between = async (before: string, after: string) => {
    const found = recursive
      ? await changesBetweenTrees(context, before, after, wanted)
      : await topChanges(context, before, after, (path) => wanted(path) || wanted(`${path}/`));
    const folders = is('trees') ? await folderChanges(context, before, after, found) : [];
    const changes = [...found, ...folders].toSorted((a, b) => comparePaths(a.path, b.path));
    const shown = await prepareChanges(changes, style);
    differs ||= shown.length > 0;
    const text = is('noPatch') || is('quiet') ? '' : await changesText(shown, style, [standard]);
    isFaulty ||= is('check') && text !== '';
    return text;
  };
  const betweenTrees = async (one: string, other: string) =>
    between(await resolveTree(context, one), await resolveTree(context, other));
  const isFormatted = is('pretty') || is('oneline') || options.value('format') !== undefined;
  const plain = await commitLook(context, options, style);
  const look = { ...plain, abbreviated: is('abbrevCommit') && plain.abbreviated };
  const end = style.zero ? '\0' : '\n';
  /** What stands above the changes of a commit. */
  const headOf = async (commit: Commit, from?: string) => {
    const head = isFormatted
      ? formatCommit(commit, look).replace(
          look.format === 'oneline' ? /^\S+/ : /^commit [0-9a-f]+/,
          from === undefined ? '$&' : `$& (from ${from})`,
        )
      : is('noId')
        ? ''
        : `${commit.oid}${end}`;
    return isFormatted && look.format !== 'oneline' && !is('noPatch') && head !== '' ? `${head}\n` : head;
  };
  const sayCommit = async (name: string, given?: readonly string[]) => {
    const oid = await peel(context.objects, (await findObject(context, name)) ?? '', 'commit');
    if (oid === undefined) throw new GitFailure(`bad object ${name}`);
    const commit = await readCommit(context.objects, oid);
    const from = given ?? commit.parents;
    const isMerge = from.length > 1;
    const combined = isMerge && (is('combined') || is('dense'));
    if (combined) {
      const rules = { style, otherwise: [standard], wanted, merges: is('dense') ? 'dense' : 'combined' } as const;
      const text = await commitChanges(context, { ...commit, parents: from }, rules);
      return io.out(`${await headOf(commit)}${text ?? ''}`);
    }
    const hidden = (isMerge && !is('mergesSeparate')) || (from.length === 0 && !is('root'));
    const texts = hidden
      ? []
      : await Promise.all(
          (from.length === 0 ? [EMPTY_TREE] : from).map(async (parent) => ({
            parent,
            text: await between(parent === EMPTY_TREE ? EMPTY_TREE : await treeOfCommit(context, parent), commit.tree),
          })),
        );
    const shown = texts.filter(({ text }) => text !== '' || is('noPatch'));
    for (const { text, parent } of shown) io.out(`${await headOf(commit, isMerge ? parent : undefined)}${text}`);
    if (shown.length === 0 && is('always')) io.out((await headOf(commit)).replace(/\n\n$/, '\n'));
  };
  if (first !== undefined && second !== undefined && is('mergeBase')) {
    const ends = [await findCommit(context, first), await findCommit(context, second)].flatMap((oid) => oid ?? []);
    const [base] = await mergeBases(context, ends);
    if (base === undefined) throw new GitFailure('no merge base found');
    io.out(await betweenTrees(base, second));
  } else if (first !== undefined && second !== undefined) io.out(await betweenTrees(first, second));
  else if (first !== undefined) await sayCommit(first);
  for (const line of is('stdin') ? await namesOnInput(io) : []) {
    const [name = '', ...others] = line.split(' ');
    const found = await context.objects.find(name);
    if (!found) io.out(`${line}\n`);
    else if (found.kind === 'tree') io.out(`${line}\n${await betweenTrees(name, others[0] ?? '')}`);
    else await sayCommit(name, others.length > 0 ? others : undefined);
  }
  if (isFaulty) return 2;
  return differs && (is('exitCode') || is('quiet')) ? 1 : 0;
};

/** `-t`: the folders that some changed files are in, as changes of their own. */
async function folderChanges(
  context: Context,
  before: string,
  after: string,
  changes: readonly ChangedFile[],
): Promise<ChangedFile[]> {
  const paths = new Set(
    changes.flatMap(({ path }) =>
      path
        .split('/')
        .slice(0, -1)
        .map((_, at, parts) => parts.slice(0, at + 1).join('/')),
    ),
  );
  const version = async (tree: string, path: string) => {
    const entry = await entryAt(context.objects, tree, path);
    return entry?.mode === TREE ? { path, ...entry, read: async () => new Uint8Array() } : undefined;
  };
  return Promise.all(
    [...paths].map(async (path) => ({ path, before: await version(before, path), after: await version(after, path) })),
  );
}

/** The differences at the top level; folders are compared as entries. */
async function topChanges(
  context: Context,
  before: string,
  after: string,
  wanted: (path: string) => boolean,
): Promise<ChangedFile[]> {
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
