import { GitFailure } from '../../git-failure';
import { decodeUtf8 } from '../../store/bytes';
import type { Commit } from '../../store/commit';
import { formatMode } from '../../store/tree';
import { letterOf, type ChangedFile, type FileVersion } from '../../diff/file-change';
import { isHeading } from '../../diff/hunks';
import { diffLines, splitLines } from '../../diff/line-diff';
import { changesOf } from './diff-sides';
import type { Context } from '../setup/context';
import { convertText, diffDriver, type DiffDriver } from './diff-driver';
import type { DiffStyle } from './diff-style';
import { orderChanges } from './order-changes';
import { prepareChanges } from './show-changes';
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

interface CombinedVersion {
  readonly path?: string;
  readonly mode: number;
  readonly oid: string;
  readonly text: string;
}

interface CombinedFile {
  readonly path: string;
  readonly result: CombinedVersion | undefined;
  readonly parents: readonly (CombinedVersion | undefined)[];
  /** Undefined if what is in the file decides. */
  readonly binary: boolean | undefined;
  /** The result is in the folder and has no id. */
  readonly isWork?: boolean;
}

type Wanted = (path: string) => boolean;

/** A path in which a merge differs from all of its parents, with the change from each. */
type MergedPath = readonly ChangedFile[];

/**
 * The paths in which a merge differs from all of its parents. Turned around, the result is what the first parent has,
 * and the merge is what it is compared with.
 */
async function mergedPaths(
  context: Context,
  commit: Commit,
  style: DiffStyle,
  wanted: Wanted,
): Promise<readonly MergedPath[]> {
  if (style.ignored.length > 0)
    throw new GitFailure("combined diff and '--ignore-matching-lines' cannot be used together");
  if (style.toFile) throw new GitFailure("combined diff and '--output' cannot be used together");
  const { relative = '' } = style;
  // Paths are shown as they are, in the order of the trees, whatever the options say.
  const plain = { ...style, relative: undefined, order: undefined };
  const parents = await parentsOf(context, commit);
  const [first = [], ...others] = await Promise.all(
    parents.map(async (_, at) =>
      prepareChanges(await changesOf(context, commit, (path) => wanted(path) && path.startsWith(relative), at), plain),
    ),
  );
  const found = first.flatMap((change): MergedPath[] => {
    const rest = others.flatMap((changes) => changes.find(({ path }) => path === change.path) ?? []);
    return rest.length === others.length ? [[change, ...rest]] : [];
  });
  if (!style.order) return found;
  const order = await orderChanges(
    context,
    found.flatMap(([change]) => change ?? []),
    style.order,
  );
  return order.flatMap((change) => found.filter(([own]) => own === change));
}

/** The paths in which a merge differs from all of its parents, as `--raw`, `--name-status` and `--name-only` list them. */
export async function combinedList(
  context: Context,
  commit: Commit,
  { style, wanted, shape }: { style: DiffStyle; wanted: Wanted; shape: 'raw' | 'names' | 'status' },
): Promise<string> {
  const merged = await mergedPaths(context, commit, style, wanted);
  return merged
    .map((sides) => {
      const path = sides[0]?.path ?? '';
      const [end, gap] = style.zero ? ['\0', '\0'] : ['\n', '\t'];
      const shown = (name: string) => (style.zero ? name : quotePath(name, context));
      const before = style.allPaths ? sides.map((side) => shown(side.before?.path ?? path) + gap).join('') : '';
      const name = `${before}${shown(path)}${end}`;
      if (shape === 'names') return name;
      const letters = sides.map(letterOf).join('');
      if (shape === 'status') return `${letters}${gap}${name}`;
      const versions = [...sides.map((side) => side.before), sides[0]?.after];
      const modes = versions.map((version) => formatMode(version?.mode ?? 0)).join(' ');
      const ids = versions.map((version) => (version?.oid ?? '0'.repeat(40)).slice(0, style.digits)).join(' ');
      return `${':'.repeat(sides.length)}${modes} ${ids} ${letters}${gap}${name}`;
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
  { style, wanted, dense }: { style: DiffStyle; wanted: Wanted; dense: boolean },
): Promise<string> {
  let out = '';
  for (const sides of await mergedPaths(context, commit, style, wanted)) {
    const path = sides[0]?.path ?? '';
    const driver = await diffDriver(context, path);
    const read = async (version: FileVersion | undefined) =>
      version && {
        path: version.path,
        mode: version.mode,
        oid: version.oid,
        text: await combinedSide(context, driver, path, style, await version.read()),
      };
    out += combinedFile(
      {
        path,
        result: await read(sides[0]?.after),
        parents: await Promise.all(sides.map(async ({ before }) => read(before))),
        binary: binaryBy(driver, style),
      },
      style,
      dense,
    );
  }
  return out;
}

/** Whether a file's driver says that it is binary: never, if it is shown as text by a program. */
export const binaryBy = (driver: DiffDriver, style: DiffStyle): boolean | undefined =>
  driver.textconv !== undefined && style.textconv ? false : driver.binary;

/** A version of a file as text, by its program if it has one. */
export async function combinedSide(
  context: Context,
  { textconv }: DiffDriver,
  path: string,
  style: DiffStyle,
  bytes: Uint8Array,
): Promise<string> {
  return decodeUtf8(
    textconv === undefined || !style.textconv ? bytes : await convertText(context, textconv, path, bytes),
  );
}

export function combinedFile(
  { path, result, parents, binary, isWork = false }: CombinedFile,
  style: DiffStyle,
  dense: boolean,
): string {
  const count = parents.length;
  const rows = rowsOf(
    parents.map((parent) => splitLines(parent?.text ?? '')),
    splitLines(result?.text ?? ''),
    style.blindness,
  );
  const isBinary = binary ?? [result, ...parents].some((side) => side?.text.includes('\0'));
  // Of a file that is gone from the folder, no lines are shown.
  const hunks = isBinary || (isWork && !result) ? [] : hunksOf(rows, count, style.lines, dense);
  const isMode = parents.some((parent) => (parent?.mode ?? 0) !== (result?.mode ?? 0));
  if (hunks.length === 0 && !isWork && !isMode && !isBinary) return '';
  const { paint, context } = style;
  const ids = parents.map((parent) => (parent?.oid ?? '0'.repeat(40)).slice(0, style.wholeDigits)).join(',');
  const own = isWork || !result ? '0'.repeat(style.wholeDigits) : result.oid.slice(0, style.wholeDigits);
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
  if (!isBinary) {
    const [old, now] = style.reverse ? [style.prefixes[1], style.prefixes[0]] : style.prefixes;
    const olds = style.allPaths
      ? parents.map((parent) => (parent ? quotePath(`${old}${parent.path ?? path}`, context) : '/dev/null'))
      : [parents.some(Boolean) ? name(old) : '/dev/null'];
    lines.push(...olds.map((one) => `--- ${one}`), `+++ ${result ? name(now) : '/dev/null'}`);
  }
  const head = lines.map((line) => `${paint('bold', line)}\n`).join('');
  if (isBinary) return `${head}Binary files differ\n`;
  return head + hunks.map(([start, end]) => hunkText(rows, start, end, count, style)).join('');
}

function rowsOf(
  parents: readonly (readonly string[])[],
  result: readonly string[],
  blindness: DiffStyle['blindness'],
): Row[] {
  const rows: Row[] = [...result, undefined].map((text) => ({ text, added: 0, lost: [] }));
  for (const [at, lines] of parents.entries()) {
    const bit = 1 << at;
    for (const { oldStart, oldEnd, newStart, newEnd } of diffLines(lines, result, blindness)) {
      for (let line = newStart; line < newEnd; line++) {
        const row = rows[line];
        if (row) row.added |= bit;
      }
      // Removed lines come before the lines that replace them.
      const row = rows[newStart];
      if (row) row.lost = joinLost(row.lost, lines.slice(oldStart, oldEnd), bit, blindness);
    }
  }
  return rows;
}

/** Shows lines that two parents lost alike once. */
function joinLost(
  known: readonly Lost[],
  lines: readonly string[],
  bit: number,
  blindness: DiffStyle['blindness'],
): Lost[] {
  if (known.length === 0) return lines.map((text) => ({ text, parents: bit }));
  const changes = diffLines(
    known.map(({ text }) => text),
    lines,
    blindness,
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
      let end = at + 1;
      // A row that only has lost lines before it is itself the first row of context after them.
      const tail = () => end + context - (rows[end - 1]?.added === 0 ? 1 : 0);
      for (let next = end; next < rows.length && (next < tail() || (next === end && marked[next])); next++)
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
      Math.min(rows.length - 1, at + Math.max(1, (rows[at]?.added === 0 ? 0 : 1) + context)),
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
  { paint, colored, lines }: DiffStyle,
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
  const isToEnd = end === rows.length - 1 && (lines > 0 || isChanged(rows.at(-1)));
  const tail = isToEnd ? rows.length : end;
  const shown = rows.slice(start, tail);
  // Without context, a line that lost ones stand before is neither shown nor counted.
  const isShown = ({ added }: Row) => lines > 0 || added !== 0;
  const hidden = shown.filter((row) => !isShown(row)).length;
  const ranges = bits.map((bit) => {
    const from = before(bit, start);
    return `-${from + 1},${before(bit, tail) - from - hidden}`;
  });
  const own = shown.filter(({ text }) => text !== undefined).length - hidden;
  const marks = '@'.repeat(count + 1);
  const heading = rows.slice(0, start).findLast(({ text }) => text !== undefined && isHeading(text))?.text;
  let out = `${paint('cyan', `${marks} ${ranges.join(' ')} +${start + 1},${BigInt.asUintN(64, BigInt(own))} ${marks}`)}${shortHeading(heading ?? '')}\n`;
  const put = (mark: string, text: string, color: string) => {
    out += `${color === '' ? mark + text.replace(/\n$/, '') + (colored ? '\u001b[m' : '') : paint(color, mark + text.replace(/\n$/, ''))}\n${text.endsWith('\n') ? '' : '\\ No newline at end of file\n'}`;
  };
  for (const row of shown) {
    const { text, added, lost } = row;
    for (const one of lost) put(bits.map((bit) => (one.parents & bit ? '-' : ' ')).join(''), one.text, 'red');
    if (text !== undefined && isShown(row))
      put(bits.map((bit) => (added & bit ? '+' : ' ')).join(''), text, added === 0 ? '' : 'green');
  }
  return out;
}
