import { GitFailure } from '../git-failure';
import { readCommit, type Commit } from '../store/commit';
import { EMPTY_TREE } from '../store/objects';
import { peel } from '../store/tag';
import { diffLines, splitLines } from '../diff/line-diff';
import { decodeUtf8 } from '../store/bytes';
import { findRenames } from '../diff/renames';
import { SAME, type FileDiff } from '../diff/file-change';
import { changesOf } from './diff-sides';
import type { DiffStyle } from './diff-style';
import { history, parentsOf, reachable, topologically } from './history';
import type { Context } from './context';
import type { Chosen, LogOptions } from './log-options';
import { wantedBy } from './pathspec';
import { pickChanges } from './pickaxe';
import { escapePosixPattern, posixPattern } from './posix-pattern';
import { readDate } from './read-date';
import { patchId } from './patch-id';

export interface Listed {
  readonly commit: Commit;
  /** Its parents among those that are listed, for a graph of a part of the history. */
  readonly parents: readonly string[];
  /** The path that is followed, as it was called then. */
  readonly path?: string;
  readonly mark?: string;
}

const number = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  if (!/^-?\d+$/.test(text)) throw new GitFailure(`'${text}': not an integer`);
  return Number(text) < 0 ? undefined : Number(text);
};

/** The commits that `log` shows, in its order. */
export async function selectHistory(
  context: Context,
  options: LogOptions,
  chosen: Chosen,
  style: DiffStyle,
): Promise<Listed[]> {
  const { is } = options;
  const skip = number(options.value('skip')) ?? 0;
  const most = number(options.value('most')) ?? Infinity;
  const wanted = messageFilter(options);
  const [since, until] = [options.value('since'), options.value('until')].map((text) =>
    text === undefined ? undefined : readDate(text),
  );
  const ordered =
    is('graph') ||
    is('topo') ||
    is('dateOrder') ||
    is('parents') ||
    is('leftRight') ||
    is('cherryPick') ||
    is('cherryMark') ||
    is('cherry');
  const sides = await sidesOf(context, options, chosen);
  const decorated = is('simplify') ? new Set(await namedOids(context)) : undefined;
  const found: Listed[] = [];
  let followed = is('follow') ? chosen.specs[0]?.path : undefined;
  const limited = chosen.specs.length > 0 && followed === undefined;
  const kept = limited ? await touched(context, chosen, is('firstParent')) : undefined;
  const source = is('noWalk')
    ? await namedCommits(context, chosen)
    : kept
      ? kept.commits
      : history(context, chosen.include, { without: chosen.exclude, firstParent: is('firstParent') });
  let all: AsyncIterable<Commit> | readonly Commit[] = source;
  if (ordered) {
    const list: Commit[] = [];
    for await (const commit of source) list.push(commit);
    const linked = kept ? list.map((commit) => ({ ...commit, parents: kept.parents.get(commit.oid) ?? [] })) : list;
    const real = new Map(list.map((commit) => [commit.oid, commit]));
    all = (await topologically(context, linked, is('dateOrder'))).map((commit) => real.get(commit.oid) ?? commit);
  }
  if (is('ancestryPath')) all = await ancestryPath(context, all, chosen.exclude);
  let passed = 0;
  for await (const commit of all) {
    if (found.length >= most && !is('reverseOrder')) break;
    if (since !== undefined && commit.committer.time < since) continue;
    if (until !== undefined && commit.committer.time > until) continue;
    let path = followed;
    if (followed !== undefined) {
      const step = await followStep(context, commit, followed);
      if (!step) continue;
      followed = step.before;
      path = step.path;
    }
    if (
      !fitsParents(options, commit) ||
      (decorated && !decorated.has(commit.oid) && (commit.parents.length > 0 || commit.tree === EMPTY_TREE)) ||
      !wanted(commit) ||
      !(await sides.keeps(commit)) ||
      !(await isPicked(context, commit, style, chosen))
    )
      continue;
    if (passed++ < skip) continue;
    const mark = sides.markOf(commit);
    found.push({
      commit,
      parents: kept?.parents.get(commit.oid) ?? commit.parents,
      ...(path !== undefined && { path }),
      ...(mark !== undefined && { mark }),
    });
    if (found.length >= most) break;
  }
  return is('reverseOrder') ? found.reverse() : found;
}

/** Only those that come from what was excluded. */
async function ancestryPath(
  context: Context,
  all: AsyncIterable<Commit> | readonly Commit[],
  bottoms: readonly string[],
): Promise<Commit[]> {
  const list: Commit[] = [];
  for await (const commit of all) list.push(commit);
  const kept = new Set(bottoms);
  for (const { oid, parents } of (await topologically(context, list)).toReversed())
    if (parents.some((parent) => kept.has(parent))) kept.add(oid);
  return list.filter(({ oid }) => kept.has(oid));
}

const namedOids = async (context: Context): Promise<string[]> =>
  Promise.all((await context.refs.list()).map(async ({ oid }) => (await peel(context.objects, oid, 'commit')) ?? oid));

/** `--no-walk`: what was named, newest first, and nothing of what came before. */
const namedCommits = async (context: Context, { include }: Chosen): Promise<Commit[]> =>
  (await Promise.all(include.map((oid) => readCommit(context.objects, oid)))).toSorted(
    (a, b) => b.committer.time - a.committer.time,
  );

function fitsParents({ is, value }: LogOptions, { parents }: Commit): boolean {
  const least = number(value('minParents')) ?? (is('merges') ? 2 : 0);
  const most = number(value('maxParents')) ?? (is('noMerges') ? 1 : Infinity);
  return parents.length >= least && parents.length <= most;
}

/** Whether who made a commit, and what it says, is what was asked for. */
function messageFilter(options: LogOptions): (commit: Commit) => boolean {
  const { is, values } = options;
  const patternOf = (text: string) => {
    const flags = `m${is('ignoreCase') ? 'i' : ''}`;
    if (is('perl')) return new RegExp(text, flags);
    return is('fixed')
      ? new RegExp(escapePosixPattern(text), flags)
      : posixPattern(text, { extended: is('extended'), flags });
  };
  const [authors, committers, messages] = [values('author'), values('committer'), values('message')].map((texts) =>
    texts.map(patternOf),
  );
  const any = (patterns: readonly RegExp[] | undefined, text: string) =>
    !patterns || patterns.length === 0 || patterns.some((pattern) => pattern.test(text));
  return ({ author, committer, message }) => {
    const said = is('allMatch') ? (messages ?? []).every((pattern) => pattern.test(message)) : any(messages, message);
    return (
      any(authors, `${author.name} <${author.email}>`) &&
      any(committers, `${committer.name} <${committer.email}>`) &&
      (messages && messages.length > 0 && is('invertGrep') ? !said : said)
    );
  };
}

async function isPicked(context: Context, commit: Commit, style: DiffStyle, chosen: Chosen): Promise<boolean> {
  if (!style.pick) return true;
  if (commit.parents.length > 1) return false;
  const changes = await changesOf(context, commit, wantedBy(chosen.specs));
  const joined = style.renames ? await findRenames(changes, style.renames) : changes;
  return (await pickChanges(joined, style.pick)).length > 0;
}

/** One commit back along a file: undefined where it did not change it. */
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
  const moved = (await findRenames(changes, { least: SAME / 2 })).find((change) => change.path === path);
  return { path, before: moved?.before?.path ?? path };
}

/** The commits that changed some paths, and how they hang together. */
async function touched(context: Context, chosen: Chosen, firstParent: boolean) {
  const wanted = wantedBy(chosen.specs);
  const simple = new Map<string, readonly string[]>();
  const keeps = new Set<string>();
  const seen = new Map<string, Commit>();
  // A merge that is as one of its parents follows that one only.
  for await (const commit of history(context, chosen.include, { without: chosen.exclude, firstParent }))
    seen.set(commit.oid, commit);
  const reached = new Set(chosen.include);
  for (const commit of seen.values()) {
    if (!reached.has(commit.oid)) continue;
    const parents = firstParent ? commit.parents.slice(0, 1) : await parentsOf(context, commit);
    let follows = parents;
    let changed = true;
    for (const [at] of parents.entries()) {
      if ((await changesOf(context, commit, wanted, at)).length > 0) continue;
      follows = [parents[at] ?? ''];
      changed = false;
      break;
    }
    if (parents.length === 0) changed = (await changesOf(context, commit, wanted)).length > 0;
    if (changed && (parents.length < 2 || parents.length > 1)) keeps.add(commit.oid);
    simple.set(commit.oid, follows);
    for (const oid of follows) reached.add(oid);
  }
  const nearest = (oid: string): string[] => {
    let at: readonly string[] = [oid];
    const found: string[] = [];
    const done = new Set<string>();
    while (at.length > 0) {
      const [first = '', ...others] = at;
      at = others;
      if (done.has(first)) continue;
      done.add(first);
      if (keeps.has(first)) found.push(first);
      else at = [...(simple.get(first) ?? []), ...others];
    }
    return found;
  };
  const parents = new Map(
    [...keeps].map((oid) => [oid, [...new Set((simple.get(oid) ?? []).flatMap(nearest))]] as const),
  );
  return { commits: [...seen.values()].filter(({ oid }) => keeps.has(oid)), parents };
}

/** Which side of `a...b` commits are on, and which of them the other side has, too. */
async function sidesOf(context: Context, options: LogOptions, { left, exclude, include }: Chosen) {
  const { is } = options;
  const wantsSides =
    is('leftRight') || is('leftOnly') || is('rightOnly') || is('cherryPick') || is('cherryMark') || is('cherry');
  const leftOids = left.length === 0 || !wantsSides ? new Set<string>() : await reachable(context, left);
  const twice = new Set<string>();
  if (is('cherryPick') || is('cherryMark') || is('cherry')) {
    const ids = { left: new Map<string, string>(), right: new Map<string, string>() };
    for await (const commit of history(context, include, { without: exclude })) {
      if (commit.parents.length > 1) continue;
      ids[leftOids.has(commit.oid) ? 'left' : 'right'].set(await patchId(context, commit), commit.oid);
    }
    for (const [id, oid] of ids.left) {
      const other = ids.right.get(id);
      if (other !== undefined) for (const one of [oid, other]) twice.add(one);
    }
  }
  const isLeft = ({ oid }: Commit) => leftOids.has(oid);
  return {
    keeps: async (commit: Commit) =>
      !(is('leftOnly') && !isLeft(commit)) &&
      !((is('rightOnly') || is('cherry')) && isLeft(commit)) &&
      !(is('cherryPick') && twice.has(commit.oid)) &&
      !(is('cherry') && commit.parents.length > 1),
    markOf: (commit: Commit): string | undefined => {
      if ((is('cherryMark') || is('cherry')) && twice.has(commit.oid)) return '=';
      if (is('leftRight')) return isLeft(commit) ? '<' : '>';
      return is('cherryMark') || is('cherry') ? '+' : undefined;
    },
  };
}

/** Lines of a file that `-L` follows: which of them there were before a commit. */
export function linesBefore(
  change: FileDiff,
  old: Uint8Array,
  now: Uint8Array,
  range: readonly [number, number],
): { range: readonly [number, number]; touched: boolean } {
  void change;
  const changes = diffLines(splitLines(decodeUtf8(old)), splitLines(decodeUtf8(now)));
  let [start, end] = range;
  let touched = false;
  for (const { oldStart, oldEnd, newStart, newEnd } of changes.toReversed()) {
    const grown = newEnd - newStart - (oldEnd - oldStart);
    if (newStart >= range[1]) continue;
    if (newEnd <= range[0] && !(newStart === newEnd && newStart > range[0])) {
      start -= grown;
      end -= grown;
      continue;
    }
    touched = true;
    end -= grown;
    if (newStart < range[0]) start -= Math.min(grown, range[0] - newStart);
  }
  return { range: [start, Math.max(start, end)], touched };
}
