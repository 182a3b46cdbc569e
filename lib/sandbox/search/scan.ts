import type { SearchLine, SearchQuery } from '@/lib/ports';
import type { Finder } from './linear-matcher';
import type { SearchPattern } from './pattern';
import type { SearchText } from './text';

/** Maximum characters of a line in a result. */
const MAX_LINE_CHARS = 10_000;

export interface FileHits {
  matches: number;
  lines: SearchLine[];
}

/** The matching lines of a text with their context, at most `limit` matches; undefined if there are none. */
export function scanText(
  { text, ascii }: SearchText,
  query: SearchQuery,
  pattern: SearchPattern,
  limit: number,
): FileHits | undefined {
  const { literal } = pattern;
  if (literal !== undefined && !text.includes(literal)) return undefined;
  const find = ascii ? pattern.ascii : pattern.unicode();
  if (query.want === 'files') return find(text, 0) ? { matches: 1, lines: [] } : undefined;
  const hits = pattern.multiline ? overLines(text, find, limit) : insideLines(text, pattern, find, limit);
  if (hits.matches === 0) return undefined;
  if (query.want === 'counts') return { matches: hits.matches, lines: [] };
  return { matches: hits.matches, lines: linesOf(text, hits.lines, query.before ?? 0, query.after ?? 0) };
}

/** The offsets of matching lines, and the number of matches in them. */
interface Hits {
  matches: number;
  lines: number[];
}

/** A text that ends in a line end has no line after it. */
const isPastEnd = (text: string, at: number): boolean =>
  at > text.length || (at === text.length && (text === '' || text.endsWith('\n')));

/** Where the line of an offset begins. */
export const lineStart = (text: string, at: number): number => (at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1);

/** Where the line of an offset ends, before its line end. */
export function lineEnd(text: string, at: number): number {
  const next = text.indexOf('\n', at);
  return next === -1 ? text.length : next;
}

function insideLines(text: string, { literal, isLiteral }: SearchPattern, find: Finder, limit: number): Hits {
  const lines: number[] = [];
  let at = 0;
  while (lines.length < limit) {
    if (literal !== undefined) {
      // The literal is found faster than a match, and only lines that contain it can match.
      const place = text.indexOf(literal, at);
      if (place === -1) break;
      const [start, end] = [lineStart(text, place), lineEnd(text, place)];
      if (isLiteral || find(text.slice(start, end), 0)) lines.push(start);
      at = end + 1;
      continue;
    }
    const match = find(text, at);
    if (!match || isPastEnd(text, match.start)) break;
    lines.push(lineStart(text, match.start));
    at = lineEnd(text, match.start) + 1;
    if (at > text.length) break;
  }
  return { matches: lines.length, lines };
}

/** Matches that share a line count as one, as ripgrep counts them. */
function overLines(text: string, find: Finder, limit: number): Hits {
  const lines: number[] = [];
  let matches = 0;
  let next = 0;
  for (let at = 0; at <= text.length && lines.length < limit;) {
    const match = find(text, at);
    if (!match || isPastEnd(text, match.start)) break;
    const first = lineStart(text, match.start);
    if (first >= next) matches++;
    let start = Math.max(first, next);
    const last = Math.max(match.start, match.end - 1);
    while (start <= last && start < text.length && lines.length < limit) {
      lines.push(start);
      start = lineEnd(text, start) + 1;
    }
    next = Math.max(next, start);
    at = match.end > match.start ? match.end : match.end + 1;
  }
  return { matches, lines };
}

/** The lines that begin at these offsets, with their context. */
function linesOf(text: string, hits: readonly number[], before: number, after: number): SearchLine[] {
  const shown: SearchLine[] = [];
  let line = 1;
  let at = 0;
  const lineOf = (start: number, number: number, match: boolean): SearchLine => {
    const end = Math.min(lineEnd(text, start), start + MAX_LINE_CHARS);
    return { line: number, text: text.slice(start, end).replace(/\r$/, ''), match };
  };
  let last = 0;
  for (const [index, hit] of hits.entries()) {
    for (; at < hit; line++) at = lineEnd(text, at) + 1;
    const above: SearchLine[] = [];
    let start = hit;
    for (let back = 1; back <= before && start > 0 && line - back > last; back++) {
      start = lineStart(text, start - 1);
      above.unshift(lineOf(start, line - back, false));
    }
    shown.push(...above, lineOf(hit, line, true));
    last = line;
    const following = hits[index + 1] ?? Infinity;
    let below = lineEnd(text, hit) + 1;
    for (let ahead = 1; ahead <= after && below < following && below < text.length; ahead++) {
      shown.push(lineOf(below, line + ahead, false));
      last = line + ahead;
      below = lineEnd(text, below) + 1;
    }
  }
  return shown;
}
