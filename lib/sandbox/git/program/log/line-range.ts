import { GitFailure } from '../../git-failure';
import { posixPattern } from '../text/posix-pattern';

/** Lines from 0, end exclusive. */
export type LineRange = readonly [start: number, end: number];

/** The ranges that options `-L` write, in order; undefined if one is not a range. */
export function lineRanges(
  written: readonly string[],
  lines: readonly string[],
  file: string,
): LineRange[] | undefined {
  const found: LineRange[] = [];
  for (const text of written) {
    // A search goes on behind the range before it.
    const range = lineRange(text, lines, file, found.at(-1)?.[1] ?? 0);
    if (!range) return undefined;
    found.push(range);
  }
  return found;
}

/** A range written as `1,5`, `/pattern/,+3` or `:function`; `^` before a pattern searches from the first line. */
function lineRange(text: string, lines: readonly string[], file: string, behind: number): LineRange | undefined {
  const search = (pattern: string, from: number, fits?: (line: string) => boolean): number => {
    const start = pattern.startsWith('^') && from === behind ? 0 : from;
    const fail = (why: string) => new GitFailure(`-L parameter '${pattern}' starting at line ${start + 1}: ${why}`);
    const wanted = basicPattern(pattern);
    if (!wanted) throw fail('Invalid regular expression');
    const found = lines.findIndex((line, at) => at >= start && (fits?.(line) ?? true) && wanted.test(line));
    if (found < 0) throw fail(`${fits ? 'no' : 'No'} match`);
    return found;
  };
  const place = (part: string, from: number): number | undefined => {
    if (/^[+-]?\d+$/.test(part) && Number(part) <= 0) throw new GitFailure(`-L invalid line number: ${Number(part)}`);
    if (/^\+?\d+$/.test(part)) return Number(part) - 1;
    const [, fromTop, pattern] = /^(\^?)\/(.*)\/$/.exec(part) ?? [];
    return pattern === undefined ? undefined : search(pattern, fromTop === '^' ? 0 : from);
  };
  const endPlace = (part: string, start: number): number | undefined => {
    const [, sign, count] = /^([+-])(\d+)$/.exec(part) ?? [];
    if (count === undefined) return place(part, start + 1);
    if (Number(count) === 0) throw new GitFailure('-L invalid empty range');
    return sign === '+' ? start + Number(count) - 1 : Math.max(0, start - Number(count) + 1);
  };
  if (text.startsWith(':') || text.startsWith('^:')) {
    const isHead = (line: string) => /^[A-Za-z_$]/.test(line);
    const start = search(text.replace(/^\^?:/, ''), text.startsWith('^') ? 0 : behind, isHead);
    const end = lines.findIndex((line, at) => at > start && isHead(line));
    return [start, end < 0 ? lines.length : end];
  }
  const [, from = '', to] = /^(\^?\/(?:[^\\/]|\\.)*\/|[^,]*)(?:,(.*))?$/.exec(text) ?? [];
  const start = from === '' ? 0 : place(from, behind);
  if (start === undefined) return undefined;
  if (start >= lines.length)
    throw new GitFailure(`file ${file} has only ${lines.length} line${lines.length === 1 ? '' : 's'}`);
  const last = to === undefined || to === '' ? lines.length - 1 : endPlace(to, start);
  if (last === undefined) return undefined;
  return start <= last ? [start, Math.min(last + 1, lines.length)] : [Math.max(0, last), start + 1];
}

function basicPattern(text: string): RegExp | undefined {
  try {
    return posixPattern(text, { extended: false, flags: '' });
  } catch {
    return undefined;
  }
}
