import { diffArrays } from 'diff';
import { decode } from '../../../../bytes-text';

/** Lines `from` to `to` (exclusive) became lines `newFrom` to `newTo` (exclusive). */
export interface Edit {
  from: number;
  to: number;
  newFrom: number;
  newTo: number;
}

/** Two files as lines, and the edits that turn one into the other. */
export interface LineChanges {
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly edits: readonly Edit[];
}

/** Marks a last line without a newline; no text contains it. */
export const OPEN = '\0';

/** The lines of a file; the last one is marked if its newline is missing. */
export function markedLines(bytes: Uint8Array): string[] {
  const lines = decode(bytes).split('\n');
  const rest = lines.pop() ?? '';
  return rest === '' ? lines : [...lines, rest + OPEN];
}

/** The edits that turn lines into others. */
export function editsBetween(from: readonly string[], to: readonly string[]): Edit[] {
  const edits: Edit[] = [];
  let [x, y] = [0, 0];
  for (const { added, removed, value } of diffArrays([...from], [...to])) {
    const last = edits.at(-1);
    if (!added && !removed) {
      x += value.length;
      y += value.length;
    } else {
      const open = last && last.to === x && last.newTo === y ? last : { from: x, to: x, newFrom: y, newTo: y };
      if (open !== last) edits.push(open);
      if (removed) open.to = x += value.length;
      else open.newTo = y += value.length;
    }
  }
  return edits;
}

/** A line with a mark before it, and a note if its newline is missing. */
export function marked(mark: string, line: string): string {
  const open = line.endsWith(OPEN);
  return `${mark}${open ? `${line.slice(0, -1)}\n\\ No newline at end of file` : line}\n`;
}

const kindOf = ({ from, to, newFrom, newTo }: Edit): 'a' | 'd' | 'c' =>
  from === to ? 'a' : newFrom === newTo ? 'd' : 'c';

const range = (start: number, end: number): string => (end - start <= 1 ? String(end) : `${start + 1},${end}`);

export function* normalForm({ from, to, edits }: LineChanges): Generator<string> {
  for (const edit of edits) {
    const kind = kindOf(edit);
    yield `${range(edit.from, edit.to)}${kind}${range(edit.newFrom, edit.newTo)}\n`;
    for (const line of from.slice(edit.from, edit.to)) yield marked('< ', line);
    if (kind === 'c') yield '---\n';
    for (const line of to.slice(edit.newFrom, edit.newTo)) yield marked('> ', line);
  }
}

/** A script for `ed`, from the end of the file to the start. */
export function* edForm({ to, edits }: LineChanges): Generator<string> {
  for (const edit of edits.toReversed()) {
    const kind = kindOf(edit);
    yield `${range(edit.from, edit.to)}${kind}\n`;
    if (kind === 'd') continue;
    const lines = to.slice(edit.newFrom, edit.newTo);
    for (const [index, line] of lines.entries()) {
      if (line !== '.') yield `${line.replace(OPEN, '')}\n`;
      // A lone dot would end the input, so it is written as two and one is removed.
      else yield `..\n.\ns/.//\n${index < lines.length - 1 ? 'a\n' : ''}`;
    }
    if (lines.at(-1) !== '.') yield '.\n';
  }
}

/** The RCS format. */
export function* rcsForm({ to, edits }: LineChanges): Generator<string> {
  for (const edit of edits) {
    if (edit.to > edit.from) yield `d${edit.from + 1} ${edit.to - edit.from}\n`;
    if (edit.newTo === edit.newFrom) continue;
    yield `a${edit.to} ${edit.newTo - edit.newFrom}\n`;
    for (const line of to.slice(edit.newFrom, edit.newTo)) yield line.endsWith(OPEN) ? line.slice(0, -1) : `${line}\n`;
  }
}

/** Groups edits that are so close that they share their context. */
function* hunksOf(
  { from, edits }: LineChanges,
  around: number,
): Generator<{ group: readonly Edit[]; a: number; b: number; c: number; d: number }> {
  for (let at = 0; at < edits.length;) {
    let end = at + 1;
    while (end < edits.length && (edits[end]?.from ?? 0) - (edits[end - 1]?.to ?? 0) <= around * 2) end += 1;
    const group = edits.slice(at, end);
    at = end;
    const [first, last] = [group[0], group.at(-1)];
    if (!first || !last) continue;
    const before = Math.min(around, first.from);
    const after = Math.min(around, from.length - last.to);
    yield { group, a: first.from - before, b: last.to + after, c: first.newFrom - before, d: last.newTo + after };
  }
}

/** `titleOf` returns the line that names the function a hunk starting at a line is in. */
export function* unifiedForm(
  changes: LineChanges,
  around: number,
  titleOf: (line: number) => string,
): Generator<string> {
  const span = (start: number, end: number) =>
    end - start === 1 ? String(start + 1) : `${end === start ? start : start + 1},${end - start}`;
  const { from, to } = changes;
  for (const { group, a, b, c, d } of hunksOf(changes, around)) {
    yield `@@ -${span(a, b)} +${span(c, d)} @@${titleOf(a)}\n`;
    let at = a;
    for (const edit of group) {
      for (const line of from.slice(at, edit.from)) yield marked(' ', line);
      for (const line of from.slice(edit.from, edit.to)) yield marked('-', line);
      for (const line of to.slice(edit.newFrom, edit.newTo)) yield marked('+', line);
      at = edit.to;
    }
    for (const line of from.slice(at, b)) yield marked(' ', line);
  }
}

export function* contextForm(
  changes: LineChanges,
  around: number,
  titleOf: (line: number) => string,
): Generator<string> {
  const { from, to } = changes;
  const half = function* (
    lines: readonly string[],
    [start, end]: [number, number],
    edits: readonly { from: number; to: number; mark: string }[],
  ): Generator<string> {
    if (edits.every((edit) => edit.from === edit.to)) return;
    let at = start;
    for (const edit of edits) {
      for (const line of lines.slice(at, edit.from)) yield marked('  ', line);
      for (const line of lines.slice(edit.from, edit.to)) yield marked(`${edit.mark} `, line);
      at = edit.to;
    }
    for (const line of lines.slice(at, end)) yield marked('  ', line);
  };
  for (const { group, a, b, c, d } of hunksOf(changes, around)) {
    const mark = (edit: Edit, alone: string) => (kindOf(edit) === 'c' ? '!' : alone);
    yield `***************${titleOf(a)}\n*** ${range(a, b)} ****\n`;
    yield* half(
      from,
      [a, b],
      group.map((edit) => ({ from: edit.from, to: edit.to, mark: mark(edit, '-') })),
    );
    yield `--- ${range(c, d)} ----\n`;
    yield* half(
      to,
      [c, d],
      group.map((edit) => ({ from: edit.newFrom, to: edit.newTo, mark: mark(edit, '+') })),
    );
  }
}

const TAB = 8;
const LEAST_GUTTER = 3;

/** Two columns. `common` says how identical lines are shown. */
export function* sideBySide(
  { from, to, edits }: LineChanges,
  width: number,
  { common, expand }: { common: 'both' | 'left' | 'none'; expand: boolean },
): Generator<string> {
  const tab = expand ? 1 : TAB;
  const off = Math.floor((width + tab + LEAST_GUTTER) / (2 * tab)) * tab;
  const half = off <= LEAST_GUTTER || width <= off ? 0 : Math.min(off - LEAST_GUTTER, width - off);
  const second = half > 0 ? off : width;
  const row = (left: string | undefined, mark: string, right: string | undefined): string => {
    const ends = [left, right].some((line) => line !== undefined && !line.endsWith(OPEN)) ? '\n' : '';
    let text = left === undefined ? '' : cutTo(plain(left), half);
    let column = left === undefined ? 0 : columnsOf(text);
    const go = (target: number) => {
      if (!expand)
        for (let next = column + TAB - (column % TAB); next <= target; next += TAB)
          [text, column] = [`${text}\t`, next];
      text += ' '.repeat(Math.max(0, target - column));
      column = target;
    };
    if (mark !== ' ') {
      go((half + second - 1) >> 1);
      text += mark;
      column += 1;
    }
    if (right !== undefined && right !== '') {
      go(second);
      text += cutTo(plain(right), half);
    }
    return text + ends;
  };
  let at = 0;
  let other = 0;
  for (const edit of [...edits, { from: from.length, to: from.length, newFrom: to.length, newTo: to.length }]) {
    for (; at < edit.from; at += 1, other += 1) {
      if (common === 'none') continue;
      yield common === 'left' ? row(from[at], '(', undefined) : row(from[at], ' ', to[other]);
    }
    for (; at < edit.to || other < edit.newTo;) {
      const left = at < edit.to ? from[at++] : undefined;
      const right = other < edit.newTo ? to[other++] : undefined;
      yield row(left, left === undefined ? '>' : right === undefined ? '<' : '|', right);
    }
  }
}

const plain = (line: string): string => line.replace(OPEN, '');

function columnsOf(text: string): number {
  let column = 0;
  for (const char of text) column += char === '\t' ? TAB - (column % TAB) : 1;
  return column;
}

/** As much of a line as fits; a tab that does not fit is left out. */
function cutTo(line: string, most: number): string {
  let text = '';
  let column = 0;
  for (const char of line) {
    column += char === '\t' ? TAB - (column % TAB) : 1;
    if (char === '\t' ? column < most : column <= most) text += char;
    else break;
  }
  return text;
}
