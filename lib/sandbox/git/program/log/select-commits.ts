import { GitFailure } from '../../git-failure';
import { headCommit } from '../../repository';
import { readCommit, type Commit } from '../../store/commit';
import type { Signature } from '../../store/person';
import { peel } from '../../store/tag';
import { diffLines, splitLines } from '../../diff/line-diff';
import { decodeUtf8 } from '../../store/bytes';
import { findRenames } from '../../diff/renames';
import { SAME } from '../../diff/file-change';
import { changesOf, filesOfTree } from '../diff/diff-sides';
import { treeOfCommit } from '../worktree/merge-into-work';
import type { DiffStyle } from '../diff/diff-style';
import { commitHistory, reachable, topologically } from '../refs/history';
import { resolveCommit } from '../refs/revision';
import { simplifyHistory } from './simplify-history';
import type { Context } from '../setup/context';
import type { Chosen, LogOptions } from './log-options';
import { readMailmap, usesMailmap } from '../people/mailmap';
import { wantedBy } from '../setup/pathspec';
import { pickChanges } from '../diff/pickaxe';
import { perlPattern, posixPattern } from '../text/posix-pattern';
import { escapeRegExp } from '../../../regexp/classes';
import { approximateDate } from '../people/read-date';
import { patchId } from '../diff/patch-id';

export interface Listed {
  readonly commit: Commit;
  /** Its parents among the listed commits, for a graph of part of the history. */
  readonly parents: readonly string[];
  /** The name of the followed path at this commit. */
  readonly path?: string;
  readonly mark?: string;
  /** The mark that `%m` shows. */
  readonly sign: string;
  /** The parents that are left to it, if the history is simplified. */
  readonly kin?: readonly string[];
}

const number = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  // Like git, which takes what is no number for 0.
  const value = Number(/^\s*[+-]?\d+/.exec(text)?.[0] ?? 0);
  return value < 0 ? undefined : value;
};

/** The commits that `log` shows, in order. */
export async function selectHistory(
  context: Context,
  options: LogOptions,
  chosen: Chosen,
  style: DiffStyle,
): Promise<Listed[]> {
  const { is } = options;
  const skip = number(options.value('skip')) ?? 0;
  const most = number(options.value('most')) ?? Infinity;
  const fits = await commitFilter(context, options);
  const ordered = is('graph') || is('topo') || is('dateOrder') || is('simplify') || is('simplifyMerges');
  const sides = await sidesOf(context, options, chosen);
  const decorated = is('simplify') ? new Set(await namedOids(context)) : undefined;
  const found: Listed[] = [];
  let followed = is('follow') ? chosen.specs[0]?.path : undefined;
  const limited = (chosen.specs.length > 0 || decorated !== undefined) && followed === undefined;
  const kept = limited ? await simplifyHistory(context, chosen, options, decorated) : undefined;
  const noWalk = options.value('noWalk');
  const source =
    noWalk !== undefined
      ? await namedCommits(context, chosen, noWalk === 'unsorted')
      : kept
        ? kept.commits
        : commitHistory(context, chosen.include, { without: chosen.exclude, firstParent: is('firstParent') });
  let all: AsyncIterable<Commit> | readonly Commit[] = source;
  if (ordered) {
    const list = await listOf(source);
    const linked = kept ? list.map((commit) => ({ ...commit, parents: kept.parents.get(commit.oid) ?? [] })) : list;
    const real = new Map(list.map((commit) => [commit.oid, commit]));
    all = (await topologically(context, linked, is('dateOrder'))).map((commit) => real.get(commit.oid) ?? commit);
  }
  const through = options.values('ancestryPath').filter(Boolean);
  if (through.length > 0) {
    const oids = await Promise.all(through.map((name) => resolveCommit(context, name)));
    all = await ancestryPath(context, all, oids, await reachable(context, oids));
  } else if (options.value('ancestryPath') !== undefined) {
    if (chosen.exclude.length === 0) throw new GitFailure('--ancestry-path given but there are no bottom commits');
    all = await ancestryPath(context, all, chosen.exclude);
  }
  // Turned around, a file is followed from its first commit.
  if (followed !== undefined && is('reverseOrder')) all = (await listOf(all)).reverse();
  let passed = 0;
  for await (const commit of all) {
    if (found.length >= most && !is('reverseOrder')) break;
    let path = followed;
    if (followed !== undefined) {
      const step = await followStep(context, commit, followed);
      if (!step) continue;
      followed = step.before;
      path = step.path;
    }
    if (
      !fits(commit, commit.committer.time) ||
      !(await sides.keeps(commit)) ||
      !(await isPicked(context, commit, style, chosen, path))
    )
      continue;
    if (passed++ < skip) continue;
    const mark = sides.markOf(commit);
    found.push({
      commit,
      parents: kept?.parents.get(commit.oid) ?? commit.parents,
      ...(kept && { kin: kept.kin.get(commit.oid) ?? [] }),
      ...(path !== undefined && { path }),
      ...(mark !== undefined && { mark }),
      sign: sides.signOf(commit),
    });
    if (found.length >= most) break;
  }
  if (is('boundary')) found.push(...(await boundaryOf(context, found, options)));
  return is('reverseOrder') && !is('follow') ? found.reverse() : found;
}

async function listOf(commits: AsyncIterable<Commit> | readonly Commit[]): Promise<Commit[]> {
  const found: Commit[] = [];
  for await (const commit of commits) found.push(commit);
  return found;
}

/** `--boundary`: the commits that are parents of listed ones and not listed themselves. */
async function boundaryOf(context: Context, listed: readonly Listed[], options: LogOptions): Promise<Listed[]> {
  const shown = new Set(listed.map(({ commit }) => commit.oid));
  const met = new Set(listed.flatMap(({ parents }) => parents).filter((oid) => !shown.has(oid)));
  // What was met last comes first, but none before its children.
  const commits = await Promise.all([...met].toReversed().map((oid) => readCommit(context.objects, oid)));
  return childrenFirst(commits, options.is('dateOrder')).map((commit) => ({
    commit,
    parents: commit.parents,
    mark: options.is('graph') ? 'o' : '-',
    sign: '-',
  }));
}

/** Commits in the order given, but each after all its children among them; or by date, as far as that allows. */
function childrenFirst(commits: readonly Commit[], byDate: boolean): Commit[] {
  const all = new Map(commits.map((commit) => [commit.oid, commit]));
  const left = new Map<string, number>();
  for (const { parents } of commits) for (const oid of parents) left.set(oid, (left.get(oid) ?? 0) + 1);
  const ready = commits.filter(({ oid }) => !left.get(oid)).toReversed();
  const sorted: Commit[] = [];
  for (;;) {
    if (byDate) ready.sort((a, b) => a.committer.time - b.committer.time);
    const next = ready.pop();
    if (!next) return sorted;
    sorted.push(next);
    for (const oid of next.parents) {
      const count = (left.get(oid) ?? 0) - 1;
      left.set(oid, count);
      const parent = all.get(oid);
      if (parent && count === 0) ready.push(parent);
    }
  }
}

/** Only the commits that descend from some commits, and those in `before`. */
async function ancestryPath(
  context: Context,
  all: AsyncIterable<Commit> | readonly Commit[],
  bottoms: readonly string[],
  before: ReadonlySet<string> = new Set(),
): Promise<Commit[]> {
  const list: Commit[] = [];
  for await (const commit of all) list.push(commit);
  const kept = new Set(bottoms);
  for (const { oid, parents } of (await topologically(context, list)).toReversed())
    if (parents.some((parent) => kept.has(parent))) kept.add(oid);
  return list.filter(({ oid }) => kept.has(oid) || before.has(oid));
}

async function namedOids(context: Context): Promise<string[]> {
  const refs = (await context.refs.list()).map(async ({ oid }) => (await peel(context.objects, oid, 'commit')) ?? oid);
  const head = await headCommit(context);
  return [...(await Promise.all(refs)), ...(head === undefined ? [] : [head])];
}

/** `--no-walk`: only the named commits, newest first, or as they were named. */
async function namedCommits(context: Context, { include }: Chosen, unsorted: boolean): Promise<Commit[]> {
  const commits = await Promise.all([...new Set(include)].map((oid) => readCommit(context.objects, oid)));
  return unsorted ? commits : commits.toSorted((a, b) => b.committer.time - a.committer.time);
}

/** Whether a commit fits the options by itself: its time, its people and message, the number of its parents. */
export async function commitFilter(
  context: Context,
  options: LogOptions,
): Promise<(commit: Commit, time: number) => boolean> {
  const mapped = usesMailmap(context, options) ? await readMailmap(context) : (person: Signature) => person;
  const says = messageFilter(options, mapped);
  const [since = -Infinity, until = Infinity] = [options.value('since'), options.value('until')].map((text) =>
    text === undefined ? undefined : (approximateDate(text) ?? Date.now() / 1000),
  );
  return (commit, time) => time >= since && time <= until && fitsParents(options, commit) && says(commit);
}

function fitsParents({ is, value }: LogOptions, { parents }: Commit): boolean {
  const least = number(value('minParents')) ?? (is('merges') ? 2 : 0);
  const most = number(value('maxParents')) ?? (is('noMerges') ? 1 : Infinity);
  return parents.length >= least && parents.length <= most;
}

/** Whether a commit's people and message match the options. */
function messageFilter(options: LogOptions, mapped: (person: Signature) => Signature): (commit: Commit) => boolean {
  const { is, values } = options;
  const patternOf = (text: string) => {
    const flags = `m${is('ignoreCase') ? 'i' : ''}`;
    if (is('perl')) return perlPattern(text, flags);
    return is('fixed')
      ? new RegExp(escapeRegExp(text), flags)
      : posixPattern(text, { extended: is('extended'), flags, where: 'command line' });
  };
  const [authors, committers, messages] = [values('author'), values('committer'), values('message')].map((texts) =>
    texts.map(patternOf),
  );
  const any = (patterns: readonly RegExp[] | undefined, text: string) =>
    !patterns || patterns.length === 0 || patterns.some((pattern) => pattern.test(text));
  return ({ message, ...people }) => {
    const [author, committer] = [mapped(people.author), mapped(people.committer)];
    const said = is('allMatch') ? (messages ?? []).every((pattern) => pattern.test(message)) : any(messages, message);
    return (
      any(authors, `${author.name} <${author.email}>`) &&
      any(committers, `${committer.name} <${committer.email}>`) &&
      (messages && messages.length > 0 && is('invertGrep') ? !said : said)
    );
  };
}

async function isPicked(
  context: Context,
  commit: Commit,
  style: DiffStyle,
  chosen: Chosen,
  followed: string | undefined,
): Promise<boolean> {
  if (!style.pick) return true;
  if (commit.parents.length > 1) return false;
  // Unless a file is followed, pathspecs filter first: a file's former name is then another path.
  const changes = await changesOf(context, commit, followed === undefined ? wantedBy(chosen.specs) : undefined);
  const renames = style.renames ?? (followed === undefined ? undefined : { least: SAME / 2, copies: false });
  const joined = renames ? await findRenames(changes, { ...renames, empty: true }) : changes;
  const own = joined.filter(({ path }) => followed === undefined || path === followed);
  return (await pickChanges(context, own, style.pick)).length > 0;
}

/** The name of a followed file in the parent; undefined if the commit did not change it. */
export async function followStep(
  context: Context,
  commit: Commit,
  path: string,
): Promise<{ path: string; before: string } | undefined> {
  if (commit.parents.length > 1) return undefined;
  const changes = await changesOf(context, commit);
  const own = changes.find((change) => change.path === path);
  if (!own) return undefined;
  if (own.before) return { path, before: path };
  const before = commit.parents[0];
  // Any file of the parent may be where it was copied from.
  const all =
    before === undefined ? [] : [...(await filesOfTree(context, await treeOfCommit(context, before))).values()];
  const renamed = await findRenames(changes, { least: SAME / 2, empty: true, copies: true, all });
  const moved = renamed.find((change) => change.path === path);
  return { path, before: moved?.before?.path ?? path };
}

/** Which side of `a...b` commits are on, and which of them have the same changes on the other side. */
async function sidesOf(context: Context, options: LogOptions, { left, exclude, include }: Chosen) {
  const { is } = options;
  const leftOids = left.length === 0 ? new Set<string>() : await reachable(context, left);
  const twice = new Set<string>();
  if (is('cherryPick') || is('cherryMark') || is('cherry')) {
    const ids = { left: new Map<string, string[]>(), right: new Map<string, string[]>() };
    for await (const commit of commitHistory(context, include, { without: exclude })) {
      if (commit.parents.length > 1) continue;
      const side = ids[leftOids.has(commit.oid) ? 'left' : 'right'];
      const id = await patchId(context, commit);
      side.set(id, [...(side.get(id) ?? []), commit.oid]);
    }
    for (const [id, oids] of ids.left) {
      const others = ids.right.get(id);
      if (others !== undefined) for (const one of [...oids, ...others]) twice.add(one);
    }
  }
  const isLeft = ({ oid }: Commit) => leftOids.has(oid);
  return {
    keeps: async (commit: Commit) =>
      // Without a range, git does not look for sides.
      !(is('leftOnly') && exclude.length > 0 && !isLeft(commit)) &&
      !((is('rightOnly') || is('cherry')) && isLeft(commit)) &&
      !(is('cherryPick') && twice.has(commit.oid)) &&
      !(is('cherry') && commit.parents.length > 1),
    markOf: (commit: Commit): string | undefined => {
      if ((is('cherryMark') || is('cherry')) && twice.has(commit.oid)) return '=';
      if (is('leftRight')) return isLeft(commit) ? '<' : '>';
      return is('cherryMark') || is('cherry') ? '+' : undefined;
    },
    signOf: (commit: Commit): string => (twice.has(commit.oid) ? '=' : isLeft(commit) ? '<' : '>'),
  };
}

/** The lines that `-L` follows, as they were before a commit, and which change touches them last; -1 if none does. */
export function linesBefore(
  old: Uint8Array,
  now: Uint8Array,
  range: readonly [number, number],
): { range: readonly [number, number]; last: number } {
  const changes = diffLines(splitLines(decodeUtf8(old)), splitLines(decodeUtf8(now)));
  let [start, end] = range;
  let last = -1;
  for (const [at, { oldStart, oldEnd, newStart, newEnd }] of changes.entries()) {
    const grown = newEnd - newStart - (oldEnd - oldStart);
    if (newStart >= range[1]) continue;
    if (newEnd <= range[0] && !(newStart === newEnd && newStart > range[0])) {
      start -= grown;
      end -= grown;
      continue;
    }
    last = at;
    if (newStart <= range[0]) start = oldStart;
    end = newEnd >= range[1] ? oldEnd : end - grown;
  }
  return { range: [start, Math.max(start, end)], last };
}
