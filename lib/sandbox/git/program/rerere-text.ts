import { bytesToHex, encodeUtf8, sha1 } from '../store/bytes';
import { splitLines } from '../diff/line-diff';

const MARKER_SIZE = 7;

/** A file with conflicts, in the form in which git compares them: no labels, no base, the sides in order. */
export interface NormalConflicts {
  readonly text: string;
  /** Names all conflicts of the file by their content; undefined if it has none. */
  readonly id: string | undefined;
}

/** Undefined if the markers do not fit together. */
export function normalConflicts(text: string): NormalConflicts | undefined {
  const lines = splitLines(text);
  const sides: string[] = [];
  let out = '';
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (!isMarker(line, '<')) {
      out += line;
      continue;
    }
    const found = readConflict(lines, at + 1, sides);
    if (!found) return undefined;
    out += found.text;
    at = found.end;
  }
  return { text: out, id: sides.length === 0 ? undefined : idOf(sides) };
}

const idOf = (sides: readonly string[]): string =>
  bytesToHex(sha1(encodeUtf8(sides.map((side) => `${side}\0`).join(''))));

/** Reads a conflict after its first marker; `end` is the line of its last. Only the outermost conflicts give `sides`. */
function readConflict(
  lines: readonly string[],
  start: number,
  sides: string[] | undefined,
): { text: string; end: number } | undefined {
  let [one, two] = ['', ''];
  let part: 'one' | 'base' | 'two' = 'one';
  for (let at = start; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (isMarker(line, '<')) {
      const inner = readConflict(lines, at + 1, undefined);
      if (!inner) return undefined;
      if (part === 'one') one += inner.text;
      else two += inner.text;
      at = inner.end;
    } else if (isMarker(line, '|')) {
      if (part !== 'one') return undefined;
      part = 'base';
    } else if (isMarker(line, '=')) {
      if (part === 'two') return undefined;
      part = 'two';
    } else if (isMarker(line, '>')) {
      if (part !== 'two') return undefined;
      if (one > two) [one, two] = [two, one];
      sides?.push(one, two);
      return { text: `${mark('<')}${one}${mark('=')}${two}${mark('>')}`, end: at };
    } else if (part === 'one') one += line;
    else if (part === 'two') two += line;
  }
  return undefined;
}

const mark = (char: string): string => `${char.repeat(MARKER_SIZE)}\n`;

function isMarker(line: string, char: '<' | '|' | '=' | '>'): boolean {
  if (!line.startsWith(char.repeat(MARKER_SIZE))) return false;
  const next = line[MARKER_SIZE] ?? '';
  return char === '<' || char === '>' ? next === ' ' : /\s/.test(next);
}
