import { bytesToHex, encodeUtf8, sha1 } from '../../store/bytes';
import { splitLines } from '../../diff/line-diff';

/** A file with conflicts, in the form in which git compares them: no labels, no base, the sides in order. */
export interface NormalConflicts {
  readonly text: string;
  /** Names all conflicts of the file by their content; undefined if it has none. */
  readonly id: string | undefined;
}

/** Undefined if the markers, each so many characters long, do not fit together. */
export function normalConflicts(text: string, markerSize: number): NormalConflicts | undefined {
  const lines = splitLines(text);
  const sides: string[] = [];
  let out = '';
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (!isMarker(line, '<', markerSize)) {
      out += line;
      continue;
    }
    const found = readConflict(lines, at + 1, sides, markerSize);
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
  size: number,
): { text: string; end: number } | undefined {
  let [one, two] = ['', ''];
  let part: 'one' | 'base' | 'two' = 'one';
  for (let at = start; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (isMarker(line, '<', size)) {
      const inner = readConflict(lines, at + 1, undefined, size);
      if (!inner) return undefined;
      if (part === 'one') one += inner.text;
      else two += inner.text;
      at = inner.end;
    } else if (isMarker(line, '|', size)) {
      if (part !== 'one') return undefined;
      part = 'base';
    } else if (isMarker(line, '=', size)) {
      if (part === 'two') return undefined;
      part = 'two';
    } else if (isMarker(line, '>', size)) {
      if (part !== 'two') return undefined;
      if (one > two) [one, two] = [two, one];
      sides?.push(one, two);
      return { text: `${mark('<', size)}${one}${mark('=', size)}${two}${mark('>', size)}`, end: at };
    } else if (part === 'one') one += line;
    else if (part === 'two') two += line;
  }
  return undefined;
}

const mark = (char: string, size: number): string => `${char.repeat(size)}\n`;

function isMarker(line: string, char: '<' | '|' | '=' | '>', size: number): boolean {
  if (!line.startsWith(char.repeat(size))) return false;
  const next = line[size] ?? '';
  return char === '<' || char === '>' ? next === ' ' : /\s/.test(next);
}
