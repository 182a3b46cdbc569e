import { decodeUtf8 } from '../../store/bytes';
import type { Commit } from '../../store/commit';
import { entryAt, formatMode } from '../../store/tree';
import { isHeading } from '../../diff/hunks';
import { diffLines, splitLines } from '../../diff/line-diff';
import { findRenames } from '../../diff/renames';
import { changesOf } from './diff-sides';
import { letterOf, type ChangedFile } from '../../diff/file-change';
import type { Context } from '../setup/context';
import type { DiffStyle } from './diff-style';
import { shownBytes } from '../worktree/gitlink';
import { parentsOf } from '../refs/history';
import { quotePath } from '../text/quote-path';

/** A line that some of the parents have and the result does not. */
interface Lost {
  readonly text: string;
  parents: number;
}

/** A line of the result: the parents that do not have it, and the lines lost before it. */
interface Row {
  readonly text: string | undefined;
  added: number;
  lost: Lost[];
}

export interface CombinedFile {
  readonly path: string;
  readonly result: { readonly mode: number; readonly oid: string; readonly text: string } | undefined;
  readonly parents: readonly ({ readonly mode: number; readonly oid: string; readonly text: string } | undefined)[];
  /** The result is in the folder and has no id. */
  readonly isWork?: boolean;
}

/** The paths in which a merge differs from all of its parents, with the changes from each. */
async function mergedPaths(
  context: Context,
  commit: Commit,
  style: DiffStyle,
  wanted: (path: string) => boolean,
): Promise<{ paths: string[]; each: ChangedFile[][] }> {
  const parents = await parentsOf(context, commit);
  const each = await Promise.all(
    parents.map(async (_, at) => {
      const changes = await changesOf(context, commit, wanted, at);
      return style.renames ? findRenames(changes, { ...style.renames, empty: true }) : changes;
    }),
  );
  const paths = (each[0] ?? [])
    .map(({ path }) => path)
    .filter((path) => each.every((changes) => changes.some((change) => change.path === path)));
  return { paths, each };
}

/** The paths in which a merge differs from all of its parents, as `--raw`, `--name-status` and `--name-only` list them. */
export async function combinedList(
  context: Context,
  commit: Commit,
  { style, wanted, shape }: { style: DiffStyle; wanted: (path: string) => boolean; shape: 'raw' | 'names' | 'status' },
): Promise<string> {
  const { paths, each } = await mergedPaths(context, commit, style, wanted);
  return paths
    .map((path) => {
      const end = style.zero ? '\0' : '\n';
      const name = style.zero ? path : quotePath(path, context);
      if (shape === 'names') return `${name}${end}`;
      const sides = each.map((changes) => changes.find((change) => change.path === path));
      const letters = sides.map((side) => (side ? letterOf(side) : 'M')).join('');
      if (shape === 'status') return `${letters}\t${name}${end}`;
      const versions = [...sides.map((side) => side?.before), sides[0]?.after];
      const modes = versions.map((version) => formatMode(version?.mode ?? 0)).join(' ');
      const ids = versions.map((version) => (version?.oid ?? '0'.repeat(40)).slice(0, style.digits)).join(' ');
      return `${':'.repeat(sides.length)}${modes} ${ids} ${letters}\t${name}${end}`;
    })
    .join('');
}

/**
 * A merge's changes in files that differ from all of its parents; with `dense`, without hunks that are one parent's
 * version.
 */
export async function combinedText(
  context: Context,
  commit: Commit,
  { style, wanted, dense }: { style: DiffStyle; wanted: (path: string) => boolean; dense: boolean },
): Promise<string> {
  const { paths, each } = await mergedPaths(context, commit, style, wanted);
  let out = '';
  for (const path of paths) {
    const read = async (tree: string) => {
      const entry = await entryAt(context.objects, tree, path);
      return entry && { ...entry, text: decodeUtf8(await shownBytes(context, entry)) };
    };
    const file: CombinedFile = {
      path,
      result: await read(commit.tree),
      parents: await Promise.all(
        each.map(async (changes) => {
          const before = changes.find((change) => change.path === path)?.before;
          return before && { mode: before.mode, oid: before.oid, text: decodeUtf8(await before.read()) };
        }),
      ),
    };
    out += combinedFile(file, style, dense);
  }
  return out;
}

export function combinedFile(
  { path, result, parents, isWork = false }: CombinedFile,
  style: DiffStyle,
  dense: boolean,
): string {
  const count = parents.length;
  const rows = rowsOf(
    parents.map((parent) => splitLines(parent?.text ?? '')),
    splitLines(result?.text ?? ''),
  );
  const isBinary = [result, ...parents].some((side) => side?.text.includes('\0'));
  const hunks = isBinary ? [] : hunksOf(rows, count, style.lines, dense);
  const isMode = result !== undefined && parents.some((parent) => parent && parent.mode !== result.mode);
  if (hunks.length === 0 && dense && !isWork && !isMode && !isBinary) return '';
  const { paint, context } = style;
  const ids = parents.map((parent) => (parent?.oid ?? '0'.repeat(40)).slice(0, style.indexDigits)).join(',');
  const own = isWork || !result ? '0'.repeat(style.indexDigits) : result.oid.slice(0, style.indexDigits);
  const name = (prefix: string) => quotePath(`${prefix}${path}`, context);
  const lines = [`diff --${dense ? 'cc' : 'combined'} ${quotePath(path, context)}`, `index ${ids}..${own}`];
  const modes = parents.map((parent) => parent?.mode ?? 0);
  if (!result) lines.push(`deleted file mode ${modes.map(formatMode).join(',')}`);
  else if (modes.some((mode) => mode !== result.mode)) {
    lines.push(
      modes.every((mode) => mode === 0)
        ? `new file mode ${formatMode(result.mode)}`
        : `mode ${modes.map(formatMode).join(',')}..${formatMode(result.mode)}`,
    );
  }
  if (!isBinary && (hunks.length > 0 || isMode || isWork)) {
    lines.push(
      `--- ${parents.some(Boolean) ? name(style.prefixes[0]) : '/dev/null'}`,
      `+++ ${result ? name(style.prefixes[1]) : '/dev/null'}`,
    );
  }
  const head = lines.map((line) => `${paint('bold', line)}\n`).join('');
  if (isBinary) return `${head}Binary files differ\n`;
  return head + hunks.map(([start, end]) => hunkText(rows, start, end, count, style)).join('');
}

function rowsOf(parents: readonly (readonly string[])[], result: readonly string[]): Row[] {
  const rows: Row[] = [...result, undefined].map((text) => ({ text, added: 0, lost: [] }));
  for (const [at, lines] of parents.entries()) {
    const bit = 1 << at;
    for (const { oldStart, oldEnd, newStart, newEnd } of diffLines(lines, result)) {
      for (let line = newStart; line < newEnd; line++) {
        const row = rows[line];
        if (row) row.added |= bit;
      }
      // Removed lines come before the lines that replace them.
      const row = rows[newStart];
      if (row) row.lost = joinLost(row.lost, lines.slice(oldStart, oldEnd), bit);
    }
  }
  return rows;
}

/** Shows lines that two parents lost alike once. */
function joinLost(known: readonly Lost[], lines: readonly string[], bit: number): Lost[] {
  if (known.length === 0) return lines.map((text) => ({ text, parents: bit }));
  const changes = diffLines(
    known.map(({ text }) => text),
    lines,
  );
  const found: Lost[] = [];
  let at = 0;
  for (const { oldStart, oldEnd, newStart, newEnd } of changes) {
    for (; at < oldStart; at++) found.push(withBit(known[at], bit));
    for (; at < oldEnd; at++) found.push(withBit(known[at], 0));
    for (let line = newStart; line < newEnd; line++) found.push({ text: lines[line] ?? '', parents: bit });
  }
  for (; at < known.length; at++) found.push(withBit(known[at], bit));
  return found;
}

const withBit = (lost: Lost | undefined, bit: number): Lost => ({
  text: lost?.text ?? '',
  parents: (lost?.parents ?? 0) | bit,
});

const isChanged = (row: Row | undefined): boolean => row !== undefined && (row.added !== 0 || row.lost.length > 0);

/** The ranges of rows to show, ends exclusive; `dense` leaves out those that are one parent's version. */
function hunksOf(rows: readonly Row[], count: number, context: number, dense: boolean): [number, number][] {
  const marked = rows.map(isChanged);
  if (dense) {
    for (let at = 0; at < rows.length;) {
      if (!marked[at]) {
        at++;
        continue;
      }
      let end = at;
      // A row that only has lost lines before it is itself the first row of context after them.
      const tail = () => end + context - (end > at && rows[end - 1]?.added === 0 ? 1 : 0);
      for (let next = at; next < rows.length && (next === at || next < tail()); next++)
        if (marked[next]) end = next + 1;
      if (!isInteresting(rows.slice(at, end), count)) marked.fill(false, at, end);
      at = end;
    }
  }
  const found: [number, number][] = [];
  for (const [at, isMarked] of marked.entries()) {
    if (!isMarked) continue;
    const last = found.at(-1);
    const isEndOnly = rows[at]?.text === undefined;
    const [start, end] = [
      Math.max(0, at - context),
      Math.min(rows.length - 1, at + (rows[at]?.added === 0 ? 0 : 1) + context),
    ];
    const to = isEndOnly ? rows.length - 1 : end;
    if (last && start <= last[1]) last[1] = Math.max(last[1], to);
    else found.push([start, to]);
  }
  return found;
}

/** Whether rows are not simply one parent's version. */
function isInteresting(rows: readonly Row[], count: number): boolean {
  const all = 2 ** count - 1;
  const signs = new Set<number>();
  for (const { added, lost } of rows) {
    if (added !== 0) signs.add(added);
    for (const { parents } of lost) signs.add(parents);
  }
  if (signs.size > 1) return true;
  const [only = 0] = signs;
  return only === all;
}

/** git shows a heading here up to its fortieth character, without the last one that is no space. */
function shortHeading(heading: string): string {
  const shown = heading.slice(0, 40).trimEnd().slice(0, -1);
  return shown === '' ? '' : ` ${shown}`;
}

function hunkText(
  rows: readonly Row[],
  start: number,
  end: number,
  count: number,
  { paint, colored }: DiffStyle,
): string {
  const bits = Array.from({ length: count }, (_, at) => 1 << at);
  const before = (bit: number, to: number) =>
    rows
      .slice(0, to)
      .reduce(
        (sum, row) =>
          sum +
          row.lost.filter(({ parents }) => parents & bit).length +
          (row.text !== undefined && !(row.added & bit) ? 1 : 0),
        0,
      );
  const tail = end === rows.length - 1 ? rows.length : end;
  const shown = rows.slice(start, tail);
  const ranges = bits.map((bit) => {
    const [from, to] = [before(bit, start), before(bit, tail)];
    return `-${to === from ? from : from + 1},${to - from}`;
  });
  const ownCount = shown.filter(({ text }) => text !== undefined).length;
  const marks = '@'.repeat(count + 1);
  const heading = rows.slice(0, start).findLast(({ text }) => text !== undefined && isHeading(text))?.text;
  let out = `${paint('cyan', `${marks} ${ranges.join(' ')} +${ownCount === 0 ? start : start + 1},${ownCount} ${marks}`)}${shortHeading(heading ?? '')}\n`;
  const put = (mark: string, text: string, color: string) => {
    out += `${color === '' ? mark + text.replace(/\n$/, '') + (colored ? '\u001b[m' : '') : paint(color, mark + text.replace(/\n$/, ''))}\n${text.endsWith('\n') ? '' : '\\ No newline at end of file\n'}`;
  };
  for (const { text, added, lost } of shown) {
    for (const one of lost) put(bits.map((bit) => (one.parents & bit ? '-' : ' ')).join(''), one.text, 'red');
    if (text !== undefined)
      put(bits.map((bit) => (added & bit ? '+' : ' ')).join(''), text, added === 0 ? '' : 'green');
  }
  return out;
}
