import { isBelow, resolveFrom } from '../../../paths';
import { sameBytes } from '../../../same-bytes';
import { GitFailure } from '../../git-failure';
import { lookAt } from '../../git-fs';
import { headCommit } from '../../repository';
import { readCommit, type Commit } from '../../store/commit';
import { EMPTY_TREE } from '../../store/objects';
import { peel } from '../../store/tag';
import { FILE_MODE } from '../../store/tree';
import type { ChangedFile, FileVersion } from '../../diff/file-change';
import {
  changesBetweenTrees,
  changedFiles,
  filesBesideWork,
  filesOfIndex,
  filesOfTree,
  filesOfWork,
  workVersion,
  type FileVersions,
} from '../diff/sides';
import { findContext, loadIndex, saveIndex, type Context } from '../setup/context';
import { DIFF_ABSENT, DIFF_FLAGS, DIFF_OPTIONAL, DIFF_VALUES } from '../diff/diff-options';
import { diffStyle } from '../diff/diff-style';
import { withDirtyInner } from '../commit/dirty-inner';
import type { GitCommand } from '../setup/git-io';
import { mergeBases } from '../refs/history';
import { readOptions } from '../terminal/options';
import type { Prefixes } from '../diff/path-prefix';
import { inRepository, pathspecs, wantedBy } from '../setup/pathspec';
import {
  findObject,
  noSuchPath,
  pathFailure,
  revisionRange,
  resolveCommit,
  resolveTree,
  selectCommits,
  unknownRevision,
  ambiguous,
} from '../refs/revision';
import { looksLikePathspec, THROUGH_NOTHING } from '../log/log-options';
import { mustCombine } from './log';
import { prepareChanges } from '../diff/show-changes';
import { textWithConflicts } from '../diff/text-with-conflicts';
import { commitChanges } from '../log/show-commit';
import { lookAtFile, modeOf } from '../worktree/work-files';
import { bareContext } from '../setup/bare-context';
import { diffOutside } from '../diff/diff-outside';

const FLAGS = {
  ...DIFF_FLAGS,
  cached: '--cached --staged',
  mergeBase: '--merge-base',
  noIndex: '--no-index',
  ours: '-2 --ours',
  theirs: '-3 --theirs',
  base: '-1 --base',
  unmerged: '-0',
  combined: '-c',
  dense: '--cc',
  // git accepts it and ignores it.
  brief: '-q',
} as const;

/** Whether two files are named, one of them not in the repository: then git compares them as with `--no-index`. */
async function bothFilesAndOneOutside({ fs, io, root }: Context, names: readonly string[]): Promise<boolean> {
  const paths = names.map((name) => resolveFrom(io.cwd, name));
  if (paths.length !== 2 || paths.every((path) => isBelow(path, root))) return false;
  for (const path of paths) if (!(await lookAt(fs, path))) return false;
  return true;
}

/** Leaves out changes without a difference, such as files in a conflict that are the same as the compared side. */
async function withoutSame(changes: readonly ChangedFile[]): Promise<ChangedFile[]> {
  const found: ChangedFile[] = [];
  for (const change of changes) {
    const { before, after } = change;
    const [old, now] = [await before?.read(), await after?.read()];
    const isSame = old !== undefined && now !== undefined && sameBytes(old, now);
    if (!isSame || before?.mode !== after?.mode) found.push(change);
  }
  return found;
}

function readDiffOptions(args: readonly string[]) {
  try {
    return readOptions(args, {
      exact: true,
      absent: DIFF_ABSENT,
      flags: FLAGS,
      values: DIFF_VALUES,
      optional: DIFF_OPTIONAL,
    });
  } catch (error) {
    const [, kind, name] =
      error instanceof GitFailure ? (/^unknown (option|switch) `(.*)'$/.exec(error.message) ?? []) : [];
    throw name === undefined
      ? error
      : new GitFailure(`invalid option: ${kind === 'option' ? '--' : '-'}${name}`, 255, 'error: ');
  }
}

export const gitDiff: GitCommand = async (args, io) => {
  const options = readDiffOptions(args);
  const { is } = options;
  mustCombine(options);
  const found = await findContext(io);
  const away = found !== undefined && (await bothFilesAndOneOutside(found, options.rest));
  if (is('noIndex') || !found || away)
    return diffOutside(
      found ?? bareContext(io),
      io,
      options.rest,
      diffStyle(found ?? bareContext(io), options, { sides: ['1/', '2/'] }),
      { quiet: is('quiet'), outside: !is('noIndex') },
    );
  const context = found;
  const { revisions, paths } = await splitArguments(context, options.before, options.paths);
  const sides = await sidesOf(context, revisions, is('cached'));
  const style = diffStyle(context, options, { external: true, strict: true, ...(sides && { sides }) });
  const specs = pathspecs(context, io.cwd, paths);
  const wanted = wantedBy(specs);
  const merge = (await severalOf(context, revisions)) ?? (await mergeOf(context, revisions));
  if (merge)
    return io.out(
      (await commitChanges(context, merge, {
        style,
        otherwise: ['patch'],
        wanted,
        merges: is('combined') ? 'combined' : 'dense',
      })) ?? '',
    );
  const isStat =
    style.shapes.length > 0 && !style.shapes.includes('patch') && !is('theirs') && !is('base') && !is('cached');
  const { changes, conflicts, all } = await compared(context, revisions, {
    cached: is('cached'),
    mergeBase: is('mergeBase'),
    wanted,
    paths,
    // `--check` reports the lines of a conflict against our side.
    harder: style.renames?.harder ?? false,
    stage: is('ours') || is('check') || isStat ? 2 : is('theirs') ? 3 : is('base') ? 1 : 0,
  });
  const prepared = await prepareChanges(changes, style, all);
  const text = await textWithConflicts(context, { changes: prepared, conflicts }, style, {
    cached: is('cached'),
    dense: !is('combined'),
  });
  if (!is('quiet')) io.out(text);
  if (is('check')) return text === '' ? 0 : 2;
  return (is('exitCode') || is('quiet')) &&
    prepared.length + conflicts.length > 0 &&
    !(text === '' && style.shapes.length === 0 && !is('quiet') && !style.silent)
    ? 1
    : 0;
};

/** What `diff.mnemonicPrefix` calls the sides: commit, index, work, object; undefined for two commits. */
async function sidesOf(
  context: Context,
  [first, ...others]: readonly string[],
  cached: boolean,
): Promise<Prefixes | undefined> {
  if (cached) return ['c/', 'i/'];
  if (first === undefined) return ['i/', 'w/'];
  if (others.length > 0 || revisionRange(first) || /\^[!@]|\^-/.test(first)) return undefined;
  const oid = await findObject(context, first);
  const isFile = oid !== undefined && (await context.objects.find(oid))?.kind === 'blob';
  return [isFile ? 'o/' : 'c/', 'w/'];
}

/** Of three revisions and more, the first as a merge of the others. */
async function severalOf(context: Context, revisions: readonly string[]): Promise<Commit | undefined> {
  if (revisions.length < 3 || revisions.some((name) => revisionRange(name) || /\^[!@]|\^-/.test(name)))
    return undefined;
  const oids = await Promise.all(revisions.map((name) => resolveCommit(context, name)));
  return { ...(await readCommit(context.objects, oids[0] ?? '')), parents: oids.slice(1) };
}

/** The merge in `commit^!`, which is compared with all of its parents at once. */
async function mergeOf(context: Context, revisions: readonly string[]): Promise<Commit | undefined> {
  const name = revisions.length === 1 ? /^(.+)\^!$/.exec(revisions[0] ?? '')?.[1] : undefined;
  const commit = name === undefined ? undefined : await readCommit(context.objects, await resolveCommit(context, name));
  return commit && commit.parents.length > 1 ? commit : undefined;
}

/** Whether a name could also be a file. */
const isFileToo = async (context: Context, text: string): Promise<boolean> =>
  !context.bare && !text.includes(':') && (await lookAt(context.fs, resolveFrom(context.io.cwd, text))) !== undefined;

const isNamed = async ({ fs, io }: Context, text: string): Promise<boolean> =>
  !THROUGH_NOTHING.test(text) && (await lookAt(fs, resolveFrom(io.cwd, text))) !== undefined;

/** Tells revisions from paths. */
export async function splitArguments(
  context: Context,
  before: readonly string[],
  paths: readonly string[] | undefined,
): Promise<{ revisions: string[]; paths: string[] }> {
  const revisions: string[] = [];
  const rest: string[] = [];
  for (const text of before) {
    const isRevision =
      rest.length === 0 &&
      ((await findObject(context, text).catch((error: unknown) =>
        text.startsWith('@{') ? Promise.reject(error) : undefined,
      )) !== undefined ||
        (await selectCommits(context, text)) !== undefined);
    if (isRevision && paths === undefined && (await isFileToo(context, text))) throw ambiguous(text);
    if (isRevision) revisions.push(text);
    else if (paths !== undefined) throw new GitFailure(`bad revision '${text}'`);
    else if (!looksLikePathspec(text) && !(await isNamed(context, text.replace(/^:[!^]/, '')))) {
      if (rest.length > 0) throw new GitFailure(noSuchPath(text));
      throw (await pathFailure(context, text)) ?? unknownRevision(text);
    } else rest.push(text);
  }
  return { revisions, paths: [...rest, ...(paths ?? [])] };
}

interface Compared {
  readonly changes: ChangedFile[];
  readonly conflicts: readonly string[];
  readonly all: FileVersions;
}

async function compared(
  context: Context,
  revisions: readonly string[],
  {
    cached,
    mergeBase,
    wanted,
    stage,
    paths,
    harder,
  }: {
    cached: boolean;
    mergeBase: boolean;
    wanted: (path: string) => boolean;
    stage: number;
    paths: readonly string[];
    /** Whether copies are sought in all files. */
    harder: boolean;
  },
): Promise<Compared> {
  const trees = await treesOf(context, revisions, { mergeBase, paths });
  if ('files' in trees) return { changes: [...trees.files], conflicts: [], all: new Map() };
  const [from, to] = trees.trees;
  if (to !== undefined && from !== undefined) {
    const changes = await changesBetweenTrees(context, from, to, wanted);
    return { changes, conflicts: [], all: harder ? await filesOfTree(context, from) : new Map() };
  }
  const index = await loadIndex(context);
  const conflicts = index.conflicts().filter(wanted);
  const isOpen = (path: string) => wanted(path) && !index.isConflict(path);
  if (cached || from !== undefined) {
    const head = from ?? (await headTree(context));
    const before = await filesOfTree(context, head);
    const after = cached ? filesOfIndex(context, index) : await shownWork(context, index, wanted);
    return {
      changes: changedFiles(before, after, cached ? isOpen : wanted),
      conflicts: cached ? conflicts : [],
      all: before,
    };
  }
  const after = await shownWork(context, index, wanted);
  const before = filesBesideWork(context, index, after);
  await saveIndex(context, index).catch(() => undefined);
  const changes = changedFiles(before, after, isOpen);
  if (stage === 0) return { changes, conflicts, all: before };
  const extra: ChangedFile[] = [];
  for (const path of conflicts) {
    const [entry, now] = [index.get(path, stage), after.get(path)];
    const old: FileVersion | undefined = entry && {
      path,
      mode: entry.mode,
      oid: entry.oid,
      read: () => context.objects.blob(entry.oid),
    };
    const unmerged: ChangedFile = { path, before: undefined, after: undefined, unmerged: true };
    extra.push(unmerged, ...(old ? await withoutSame([{ path, before: old, after: now }]) : []));
  }
  return { changes: [...changes, ...extra], conflicts: [], all: before };
}

const shownWork = async (...args: Parameters<typeof filesOfWork>): Promise<FileVersions> =>
  withDirtyInner(args[0], await filesOfWork(...args));

const headTree = async (context: Context): Promise<string> => {
  const head = await headCommit(context);
  return head === undefined ? EMPTY_TREE : (await readCommit(context.objects, head)).tree;
};

async function treesOf(
  context: Context,
  revisions: readonly string[],
  { mergeBase, paths }: { mergeBase: boolean; paths: readonly string[] },
): Promise<{ trees: readonly (string | undefined)[] } | { files: ChangedFile[] }> {
  const [first, second] = revisions;
  if (first === undefined) return { trees: [] };
  const range = second === undefined ? revisionRange(first) : undefined;
  if (range) {
    if (!range.symmetric)
      return { trees: [await resolveTree(context, range.from), await resolveTree(context, range.to)] };
    const [base] = await mergeBases(context, [
      await resolveCommit(context, range.from),
      await resolveCommit(context, range.to),
    ]);
    if (base === undefined) throw new GitFailure(`${first}: no merge base`);
    return { trees: [await resolveTree(context, base), await resolveTree(context, range.to)] };
  }
  const special = second === undefined && /\^[!@]|\^-/.test(first) ? await selectCommits(context, first) : undefined;
  // Of `^@`, which leaves nothing out, the parents are compared with each other.
  if (special && special.exclude.length === 0 && special.include.length === 2)
    return { trees: await Promise.all([0, 1].map((at) => resolveTree(context, special.include[at] ?? ''))) };
  if (special)
    return {
      trees: [
        special.exclude[0] === undefined ? EMPTY_TREE : await resolveTree(context, special.exclude[0]),
        await resolveTree(context, special.include[0] ?? 'HEAD'),
      ],
    };
  const versions = await blobVersions(context, revisions, paths);
  if (versions) return { files: versions };
  const other = second === undefined ? undefined : await resolveTree(context, second);
  if (mergeBase) {
    const [base] = await mergeBases(context, [
      await resolveCommit(context, first),
      await resolveCommit(context, second ?? 'HEAD'),
    ]);
    return { trees: [await resolveTree(context, base ?? first), other] };
  }
  return { trees: [await resolveTree(context, first.replace(/^\^/, '')), other] };
}

/** `HEAD:a HEAD:b`, or `HEAD:a` beside a file. */
async function blobVersions(
  context: Context,
  revisions: readonly string[],
  paths: readonly string[],
): Promise<ChangedFile[] | undefined> {
  const versions: FileVersion[] = [];
  for (const text of revisions) {
    const oid = text.startsWith('^') ? undefined : await findObject(context, text);
    const found = oid === undefined ? undefined : await context.objects.find((await peel(context.objects, oid)) ?? oid);
    if (found?.kind !== 'blob' || oid === undefined) return undefined;
    const path = text.includes(':') ? text.slice(text.lastIndexOf(':') + 1) : text;
    versions.push({ path, mode: FILE_MODE, oid, read: async () => found.data });
  }
  const [before, second] = versions;
  const after = second ?? (paths.length === 1 ? await fileVersion(context, paths[0] ?? '') : undefined);
  if (!before || !after) return undefined;
  return before.oid === after.oid ? [] : [{ path: after.path, before, after }];
}

async function fileVersion(context: Context, given: string): Promise<FileVersion | undefined> {
  const path = inRepository(context, context.io.cwd, given);
  const stat = await lookAtFile(context, path);
  return stat && workVersion(context, path, modeOf(context, stat));
}
