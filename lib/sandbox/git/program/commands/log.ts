import type { ReadCommitResult } from 'isomorphic-git';
import { resolveFrom } from '../../../embedded/fs/paths';
import { GitFailure } from '../../git-failure';
import { lookAt } from '../../git-fs';
import { currentBranch, headCommit, openRepository, type Repository } from '../../repository';
import { changesBetween } from '../changes';
import { decorations } from '../decorations';
import { commitFormat } from '../format-commit';
import type { Command } from '../git-io';
import { history, namedCommits } from '../history';
import { readOptions } from '../options';
import { pathspec, wantedBy } from '../pathspec';
import { findCommit, mergeBases, rangeOf, resolveCommit } from '../revision';
import { SHOW_FLAGS } from '../show-changes';
import { commitShower } from '../show-commits';

export const log: Command = async (args, io) => {
  const options = readOptions(args, {
    flags: {
      ...SHOW_FLAGS,
      oneline: '--oneline',
      all: '--all',
      reverse: '--reverse',
      decorate: '--decorate',
      ignored: '--graph --no-decorate --abbrev-commit --no-merges --no-pager',
    },
    values: {
      count: '-n --max-count -<n>',
      format: '--format --pretty',
      author: '--author',
      grep: '--grep',
      date: '--date',
    },
  });
  const repository = await openRepository(io.fs, io.cwd);
  if ((await headCommit(repository)) === undefined) {
    throw new GitFailure(
      `your current branch '${(await currentBranch(repository)) ?? ''}' does not have any commits yet`,
    );
  }
  const { revisions, paths } = await sortArguments(repository, io.cwd, options.rest, options.paths);
  const ofPaths = wantedBy(paths.map((path) => pathspec(repository, io.cwd, path)));
  const names = await decorations(repository);
  const shownNames = options.is('decorate') ? names : new Map<string, string[]>();
  const { starts, without } = await rangesOf(repository, revisions);
  if (options.is('all')) starts.unshift(...(await namedCommits(repository)));
  if (starts.length === 0) starts.push(await resolveCommit(repository, 'HEAD'));
  const limit = options.value('count') === undefined ? Infinity : Number(options.value('count'));
  if (Number.isNaN(limit)) throw new GitFailure(`'${options.value('count')}': not an integer`);
  const wanted = options.value('format') ?? (options.is('oneline') ? 'oneline' : 'medium');
  const showCommit = commitShower(io, commitFormat(wanted, names, shownNames), options.is, 'nothing');
  const shown: ReadCommitResult[] = [];
  for (const entry of await history(repository, starts, without)) {
    if (shown.length >= limit) break;
    const { commit } = entry;
    const text = `${commit.author.name} <${commit.author.email}>`;
    if (options.value('author') !== undefined && !text.includes(options.value('author') ?? '')) continue;
    if (options.value('grep') !== undefined && !commit.message.includes(options.value('grep') ?? '')) continue;
    if (paths.length > 0 && (await ownChanges(repository, entry, ofPaths)).length === 0) continue;
    shown.push(entry);
  }
  if (options.is('reverse')) shown.reverse();
  for (const entry of shown) await showCommit(entry, await ownChanges(repository, entry, ofPaths));
};

/** What a commit changed beside its first parent. */
export const ownChanges = (
  repository: Repository,
  { oid, commit }: ReadCommitResult,
  wanted?: (path: string) => boolean,
) =>
  changesBetween(
    repository,
    commit.parent[0] === undefined ? { kind: 'nothing' } : { kind: 'commit', oid: commit.parent[0] },
    { kind: 'commit', oid },
    wanted,
  );

/** Tells revisions from paths: what stands before `--`, or means a commit, is a revision. */
async function sortArguments(
  repository: Repository,
  cwd: string,
  rest: readonly string[],
  behind: readonly string[] | undefined,
) {
  const before = behind ? rest.slice(0, rest.length - behind.length) : rest;
  const revisions: string[] = [];
  const paths: string[] = [];
  for (const word of before) {
    const isRevision =
      behind || rangeOf(word) || word.startsWith('^') || (await findCommit(repository, word)) !== undefined;
    if (!isRevision && !(await isPath(repository, cwd, word))) await resolveCommit(repository, word);
    (isRevision && paths.length === 0 ? revisions : paths).push(word);
  }
  return { revisions, paths: [...paths, ...(behind ?? [])] };
}

async function isPath({ fs }: Repository, cwd: string, word: string): Promise<boolean> {
  return /[*?[]/.test(word) || (await lookAt(fs, resolveFrom(cwd, word))) !== undefined;
}

/** What the revisions on the command line mean: from where to walk, and what to leave out. */
async function rangesOf(repository: Repository, revisions: readonly string[]) {
  const starts: string[] = [];
  const excluded: string[] = [];
  for (const revision of revisions) {
    const range = rangeOf(revision);
    if (revision.startsWith('^')) excluded.push(await resolveCommit(repository, revision.slice(1)));
    else if (range) {
      const [from, to] = [await resolveCommit(repository, range.from), await resolveCommit(repository, range.to)];
      if (range.symmetric) starts.push(from, to);
      else starts.push(to);
      excluded.push(...(range.symmetric ? await mergeBases(repository, from, to) : [from]));
    } else starts.push(await resolveCommit(repository, revision));
  }
  const without = new Set((await history(repository, excluded)).map(({ oid }) => oid));
  return { starts, without };
}
