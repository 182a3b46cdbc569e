import { GitFailure } from '../../git-failure';
import { decodeUtf8 } from '../../store/bytes';
import type { Commit } from '../../store/commit';
import { entryAt } from '../../store/tree';
import { splitLines, diffLines } from '../../diff/line-diff';
import type { Context } from '../setup/context';
import type { DiffStyle } from '../diff/diff-style';
import { separates, type CommitLook } from './commit-look';
import { formatCommit } from './format-commit';
import { commitHistory, topologically } from '../refs/history';
import type { Chosen, LogOptions } from './log-options';
import { treeOfCommit } from '../worktree/merge-into-work';
import { inRepository } from '../setup/pathspec';
import { lineRanges, type LineRange } from './line-range';
import { followStep, linesBefore } from './select-commits';

/** The lines that are followed in a file. */
interface Followed {
  /** The file's name at the commit that is looked at. */
  readonly path: string;
  readonly ranges: readonly LineRange[];
}

/** `log -L`: the commits that changed some lines, each with its changes to them. */
export async function lineHistory(
  context: Context,
  chosen: Chosen,
  written: readonly string[],
  look: CommitLook,
  style: DiffStyle,
  options: LogOptions,
): Promise<string> {
  const most = Number(options.value('most') ?? Infinity);
  const read: Read = async (commit, path) => {
    const entry =
      commit === undefined ? undefined : await entryAt(context.objects, await treeOfCommit(context, commit), path);
    return entry && context.objects.blob(entry.oid);
  };
  const [first] = chosen.include;
  // What is followed at each commit: its children say it.
  const followed = new Map<string, readonly Followed[]>();
  if (first !== undefined) followed.set(first, await followedLines(context, written, (path) => read(first, path)));
  const list: Commit[] = [];
  for await (const commit of commitHistory(context, chosen.include, { without: chosen.exclude })) list.push(commit);
  const shown: string[] = [];
  for (const commit of await topologically(context, list)) {
    if (shown.length >= most) break;
    const files = followed.get(commit.oid) ?? [];
    if (files.length === 0) continue;
    const sides: Side[] = [];
    for (const parent of commit.parents.length > 0 ? commit.parents : [undefined])
      sides.push({ parent, ...(await stepBack(context, { commit, parent, files, read })) });
    // A parent that has the lines as they are now is the only one that is followed.
    const same = sides.find(({ patch }) => patch === '');
    for (const { parent, before } of same ? [same] : sides)
      if (parent !== undefined) followed.set(parent, together([...(followed.get(parent) ?? []), ...before]));
    if (same) continue;
    const head = formatCommit(commit, look);
    const patch = sides.length === 1 ? sides[0]?.patch : '';
    shown.push(style.silent ? head : `${head}\n${patch}`);
  }
  if (options.is('reverseOrder')) shown.reverse();
  return shown.join(separates(look.format) ? '\n' : '');
}

/** A commit beside one of its parents. */
interface Side extends Step {
  readonly parent: string | undefined;
}

interface Step {
  /** What is followed at the parent. */
  readonly before: readonly Followed[];
  /** The changes to the lines; '' if there are none. */
  readonly patch: string;
}

type Read = (commit: string | undefined, path: string) => Promise<Uint8Array | undefined>;

async function stepBack(
  context: Context,
  {
    commit,
    parent,
    files,
    read,
  }: { commit: Commit; parent: string | undefined; files: readonly Followed[]; read: Read },
): Promise<Step> {
  const before: Followed[] = [];
  let patch = '';
  for (const { path, ranges } of files) {
    const now = await read(commit.oid, path);
    if (!now) continue;
    const from = (await followStep(context, commit, path))?.before ?? path;
    const old = (await read(parent, from)) ?? new Uint8Array();
    const mapped = ranges.map((range) => linesBefore(old, now, range));
    const [a, b] = [splitLines(decodeUtf8(old)), splitLines(decodeUtf8(now))];
    const isNew = parent === undefined || old.length === 0;
    let shown = -1;
    for (const [at, { range, last }] of mapped.entries()) {
      const own = ranges[at];
      // A change that reaches over several ranges is shown in the first.
      if (!own || last <= shown) continue;
      if (shown < 0) patch += fileHead([from, path], isNew);
      patch += rangePatch(a, b, range, own, isNew);
      shown = last;
    }
    before.push({ path: from, ranges: joined(mapped.map(({ range }) => range)) });
  }
  return { before: before.filter(({ ranges }) => ranges.length > 0), patch };
}

/** What is followed, each file once. */
function together(files: readonly Followed[]): Followed[] {
  const paths = [...new Set(files.map(({ path }) => path))];
  return paths.map((path) => ({
    path,
    ranges: joined(files.filter((file) => file.path === path).flatMap(({ ranges }) => ranges)),
  }));
}

const malformed = (text: string): GitFailure =>
  new GitFailure(`-L argument not 'start,end:file' or ':funcname:file': ${text}`);

async function followedLines(
  context: Context,
  written: readonly string[],
  read: (path: string) => Promise<Uint8Array | undefined>,
): Promise<Followed[]> {
  const specs = new Map<string, string[]>();
  for (const text of written) {
    const [, spec, file] = /^(.*):([^:]+)$/s.exec(text) ?? [];
    if (spec === undefined || file === undefined) throw malformed(text);
    const path = inRepository(context, context.io.cwd, file);
    specs.set(path, [...(specs.get(path) ?? []), spec]);
  }
  const found: Followed[] = [];
  for (const [path, own] of specs) {
    const text = await read(path);
    if (!text) throw new GitFailure(`There is no path ${path} in the commit`);
    const ranges = lineRanges(own, splitLines(decodeUtf8(text)), path);
    if (!ranges) throw malformed(`${own.join(' ')}:${path}`);
    found.push({ path, ranges: joined(ranges) });
  }
  return found;
}

/** Ranges in order; those that touch are one, and empty ones are none. */
function joined(ranges: readonly LineRange[]): LineRange[] {
  const found: LineRange[] = [];
  for (const [start, end] of ranges.toSorted(([a], [b]) => a - b)) {
    if (start >= end) continue;
    const last = found.at(-1);
    if (last && start <= last[1]) found.splice(-1, 1, [last[0], Math.max(last[1], end)]);
    else found.push([start, end]);
  }
  return found;
}

const fileHead = ([from, to]: readonly [string, string], isNew: boolean): string =>
  `diff --git a/${from} b/${to}\n--- ${isNew ? '/dev/null' : `a/${from}`}\n+++ b/${to}\n`;

function rangePatch(
  old: readonly string[],
  now: readonly string[],
  before: LineRange,
  after: LineRange,
  isNew: boolean,
): string {
  const [a, b] = [old.slice(...before), now.slice(...after)];
  const side = (start: number, lines: readonly string[], none = false) =>
    none ? '0,0' : `${start + 1},${lines.length}`;
  let out = `@@ -${side(before[0], a, isNew)} +${side(after[0], b)} @@\n`;
  let at = 0;
  for (const { oldStart, oldEnd, newStart, newEnd } of diffLines(a, b)) {
    out += b
      .slice(at, newStart)
      .map((line) => ` ${line}`)
      .join('');
    out +=
      a
        .slice(oldStart, oldEnd)
        .map((line) => `-${line}`)
        .join('') +
      b
        .slice(newStart, newEnd)
        .map((line) => `+${line}`)
        .join('');
    at = newEnd;
  }
  return (
    out +
    b
      .slice(at)
      .map((line) => ` ${line}`)
      .join('')
  );
}
