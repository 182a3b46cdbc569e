import { diffLines, splitLines } from '../../diff/line-diff';
import { hunkLines, hunksOf } from '../../diff/hunks';
import { GitFailure } from '../../git-failure';
import { subjectLine } from '../../store/commit';
import { leastAssignment } from '../diff/assignment';
import { commitText, type CommitText } from '../diff/commit-text';
import { openContext, type Context } from '../setup/context';
import { changesOf } from '../diff/diff-sides';
import type { GitCommand } from '../setup/git-io';
import { commitHistory, mergeBases } from '../refs/history';
import { readOptions } from '../terminal/options';
import { pathspecs, wantedBy } from '../setup/pathspec';
import { findCommit, revisionRange } from '../refs/revision';
import { shownNotes } from '../message/notes';

interface Entry extends CommitText {
  readonly at: number;
  /** The number of the matching commit on the other side. */
  match: number | undefined;
}

/** Compares two versions of a series of commits. */
export const rangeDiff: GitCommand = async (args, io) => {
  const options = readOptions(args, {
    absent: '--stat --diff-merges --color -U',
    flags: {
      noPatch: '-s --no-patch',
      patch: '-p --patch -u',
      leftOnly: '--left-only',
      rightOnly: '--right-only',
      noNotes: '--no-notes',
      plain: '--no-color --no-dual-color --dual-color',
    },
    values: { factor: '--creation-factor' },
    optional: { notes: '--notes' },
  });
  const context = await openContext(io);
  const wanted = options.paths && wantedBy(pathspecs(context, io.cwd, options.paths));
  const notes = options.is('noNotes') ? [] : await shownNotes(context, options.values('notes'));
  const textOf = (oid: string) => commitText(context, oid, wanted, notes);
  const [old, now] = await ranges(context, options.before, wanted, textOf);
  const factor = Number(options.value('factor') ?? FACTOR);
  pairEqual(old, now);
  pairSimilar(old, now, factor);
  const width = String(1 + Math.max(old.length, now.length)).length;
  const show = (a: Entry | undefined, b: Entry | undefined) => {
    if ((a ? options.is('rightOnly') : options.is('leftOnly')) && !(a && b)) return;
    io.out(`${header(a, b, width)}\n`);
    if (a && b && !options.is('noPatch')) io.out(changesText(a.text, b.text));
  };
  const shown = new Set<Entry>();
  for (let [i, j] = [0, 0]; i < old.length || j < now.length;) {
    let a = old[i];
    while (a && shown.has(a)) a = old[++i];
    if (a && a.match === undefined) {
      show(a, undefined);
      i++;
      continue;
    }
    for (let b = now[j]; b && b.match === undefined; b = now[++j]) show(undefined, b);
    const b = now[j];
    const partner = b?.match === undefined ? undefined : old[b.match];
    if (!b || !partner) continue;
    show(partner, b);
    shown.add(partner);
    j++;
  }
};

/** In percent of a commit's size: the highest cost at which it still counts as a change of another commit. */
const FACTOR = 60;

async function ranges(
  context: Context,
  given: readonly string[],
  wanted: ((path: string) => boolean) | undefined,
  textOf: (oid: string) => Promise<CommitText>,
): Promise<[Entry[], Entry[]]> {
  const [first, second, third] = given;
  const commitOf = async (name: string): Promise<string> => {
    const oid = await findCommit(context, name);
    if (oid === undefined) throw new GitFailure(`bad revision '${name}'`);
    return oid;
  };
  const list = async (from: string, to: string): Promise<Entry[]> => {
    const found: Entry[] = [];
    for await (const commit of commitHistory(context, [to], { without: [from] }))
      if (commit.parents.length < 2 && (!wanted || (await changesOf(context, commit, wanted)).length > 0))
        found.unshift({ ...(await textOf(commit.oid)), at: 0, match: undefined });
    return found.map((one, at) => ({ ...one, at }));
  };
  if (first !== undefined && second !== undefined && third !== undefined) {
    const base = await commitOf(first);
    return [await list(base, await commitOf(second)), await list(base, await commitOf(third))];
  }
  const [a, b] = [revisionRange(first ?? ''), revisionRange(second ?? '')];
  if (a && b)
    return [
      await list(await commitOf(a.from), await commitOf(a.to)),
      await list(await commitOf(b.from), await commitOf(b.to)),
    ];
  for (const name of third === undefined && second !== undefined && !a && !b ? [first ?? '', second] : [])
    await commitOf(name);
  if (a?.symmetric && second === undefined) {
    const [left, right] = [await commitOf(a.from), await commitOf(a.to)];
    const [base = right] = await mergeBases(context, [left, right]);
    return [await list(base, left), await list(base, right)];
  }
  throw new GitFailure('need two commit ranges', 129, 'fatal: ');
}

function pairEqual(old: readonly Entry[], now: readonly Entry[]): void {
  for (const b of now) {
    const a = old.find(({ changes, match }) => match === undefined && changes === b.changes);
    if (a) [a.match, b.match] = [b.at, a.at];
  }
}

/** Pairs the remaining commits so that they differ as little as possible; those that differ too much stay unpaired. */
function pairSimilar(old: readonly Entry[], now: readonly Entry[], factor: number): void {
  const left = old.filter(({ match }) => match === undefined);
  const right = now.filter(({ match }) => match === undefined);
  if (left.length === 0 || right.length === 0) return;
  const alone = ({ size }: Entry) => Math.floor((size * factor) / 100);
  const count = left.length + right.length;
  const costs = Array.from({ length: count }, (_, row) =>
    Array.from({ length: count }, (_unused, column) => {
      const [a, b] = [left[row], right[column]];
      if (a && b) return differing(a.changes, b.changes);
      return a ? alone(a) : b ? alone(b) : 0;
    }),
  );
  for (const [row, column] of leastAssignment(costs).entries()) {
    const [a, b] = [left[row], right[column]];
    if (a && b) [a.match, b.match] = [b.at, a.at];
  }
}

function hunksBetween(before: string, after: string) {
  const [old, now] = [splitLines(before), splitLines(after)];
  const hunks = hunksOf(diffLines(old, now), old, now, { context: 3 });
  return hunks.map((hunk) => ({ old, hunk, lines: hunkLines(hunk, old, now) }));
}

/** The number of lines in the diff of two texts. */
const differing = (before: string, after: string): number =>
  hunksBetween(`${before}\n`, `${after}\n`).reduce((sum, { lines }) => sum + lines.length + 1, 0);

function header(a: Entry | undefined, b: Entry | undefined, width: number): string {
  const side = (one: Entry | undefined) =>
    one
      ? `${String(one.at + 1).padStart(width)}:  ${one.commit.oid.slice(0, 7)}`
      : `${'-'.padStart(width)}:  ${'-'.repeat(7)}`;
  const mark = !b ? '<' : !a ? '>' : a.text === b.text ? '=' : '!';
  return `${side(a)} ${mark} ${side(b)} ${subjectLine((a ?? b)?.commit.message ?? '')}`;
}

function changesText(before: string, after: string): string {
  return hunksBetween(before, after)
    .map(({ old, hunk, lines }) => {
      const under = old.slice(0, hunk.oldStart).findLast((line) => HEADING.test(line));
      const [, title, inner] = HEADING.exec(under ?? '') ?? [];
      return [`@@${under === undefined ? '' : ` ${title ?? inner ?? ''}`}`, ...lines]
        .map((line) => `    ${line}\n`)
        .join('');
    })
    .join('');
}

const HEADING = /^(?: ## (.*) ##|.?@@ (.*))$/m;
