import type { SourceEdit } from './await-edits';
import { keepOriginal } from './edited-text';

/** How an edit shifted a line: columns after `from` were `by` lower before. Columns count from 0. */
interface Shift {
  from: number;
  /** The column before, for everything between `from` and `to`. */
  before: number;
  to: number;
  by: number;
}

/** The shifts of a text's lines. Lines count from 1. */
export type Shifts = ReadonlyMap<number, readonly Shift[]>;

export interface Edited {
  code: string;
  shifts: Shifts;
}

/** At the same position, closing edits come before opening ones. */
const closes = ([, , text]: SourceEdit): number => (/^[)}]/.test(text) || text.endsWith('}') ? 0 : 1);

/** Edits must not overlap, and must keep the lines as they are. */
export function applyEdits(source: string, edits: readonly SourceEdit[]): Edited {
  const parts: string[] = [];
  const shifts = new Map<number, Shift[]>();
  let at = 0;
  let [line, lineStart, by] = [1, 0, 0];
  const pass = (end: number) => {
    const text = source.slice(at, end);
    const last = text.lastIndexOf('\n');
    if (last >= 0) {
      line += text.split('\n').length - 1;
      [lineStart, by] = [at + last + 1, 0];
    }
    at = end;
    return text;
  };
  const sorted = edits.toSorted((a, b) => a[0] - b[0] || closes(a) - closes(b) || a[1] - b[1]);
  keepOriginal(source, sorted);
  for (const [start, end, text] of sorted) {
    parts.push(pass(start), text);
    const before = start - lineStart;
    if (text.includes('\n')) pass(end);
    else {
      const from = before + by;
      by += text.length - (end - start);
      // The engine places a call of a parenthesized expression after its closing parenthesis.
      const to = from + text.length + (text.startsWith('(') ? 1 : 0);
      shifts.set(line, [...(shifts.get(line) ?? []), { from, before, to, by }]);
      at = end;
    }
  }
  return { code: parts.join('') + source.slice(at), shifts };
}

/** The original column for a column in an edited line. Both count from 1. */
export function columnBefore(shifts: Shifts | undefined, line: number, column: number): number {
  const found = shifts?.get(line)?.findLast(({ from }) => from < column);
  if (!found) return column;
  return column <= found.to ? found.before + 1 : column - found.by;
}
