import { SandboxError, type SearchQuery } from '@/lib/ports';
import type { SearchPattern } from './pattern';
import { scanText, type FileHits } from './scan';
import type { SearchSource } from './source';
import { searchText, type SearchText } from './text';

/** Bytes of a large file that are searched at once. */
const PART_BYTES = 4 * 1024 * 1024;

/** Returns a file's text, cached or freshly read; undefined for a binary file. */
export type TextOf = (path: string) => SearchText | undefined;

/** Hits in one file, at most `limit` matches; undefined if none, or for a binary file. Throws EFBIG, see `SearchQuery`. */
export function searchFile(
  source: SearchSource,
  path: string,
  query: SearchQuery,
  pattern: SearchPattern,
  limit: number,
  textOf: TextOf = (file) => searchText(source.read(file), pattern.knowsCr),
): FileHits | undefined {
  const { size } = source.stat(path);
  if (size > query.maxFileSize) return searchParts(source, path, size, query, pattern, limit);
  const text = textOf(path);
  return text && scanText(text, query, pattern, limit);
}

/** Maximum bytes of a line; a longer one is searched as several. */
const LONGEST_LINE = 4 * PART_BYTES;

/** Searches a file in parts, never holding all of it; each part begins with earlier lines that may still be shown. */
export function searchParts(
  source: SearchSource,
  path: string,
  size: number,
  query: SearchQuery,
  pattern: SearchPattern,
  limit: number,
  partBytes = PART_BYTES,
): FileHits | undefined {
  if (pattern.multiline) throw new SandboxError('EFBIG', `${path} is too large for matches that span lines`, path);
  const { before = 0, after = 0 } = query;
  const all: FileHits = { matches: 0, lines: [] };
  let offset = 0;
  let kept: Uint8Array = new Uint8Array();
  /** The number of lines before `kept`, and of lines at its start that are already decided. */
  let passed = 0;
  let judged = 0;
  while (offset < size && all.matches < limit) {
    const part = source.readPart(path, offset, partBytes);
    if (part.length === 0) break;
    offset += part.length;
    const bytes = joined(kept, part);
    const last = offset >= size;
    const lineEnd = bytes.lastIndexOf(10) + 1;
    const end = last || (lineEnd === 0 && bytes.length > LONGEST_LINE) ? bytes.length : lineEnd;
    const found = searchText(bytes.subarray(0, end), pattern.knowsCr);
    if (!found) return undefined;
    const lines = countLines(bytes.subarray(0, end));
    // The context after a match near the end is in the next part, so such a match is decided there.
    const until = last ? lines : Math.max(judged, lines - after);
    const hits = scanText(found, { ...query, want: 'lines' }, pattern, limit + judged);
    take(all, hits, { from: judged, until, passed, before, after, limit });
    const keepFrom = Math.max(0, until - before);
    kept = bytes.slice(offsetOfLine(bytes, keepFrom));
    passed += keepFrom;
    judged = until - keepFrom;
  }
  if (all.matches === 0) return undefined;
  return query.want === 'files' || query.want === 'counts' ? { matches: all.matches, lines: [] } : all;
}

interface Window {
  readonly from: number;
  readonly until: number;
  readonly passed: number;
  readonly before: number;
  readonly after: number;
  readonly limit: number;
}

/** Adds the hits of a part that are among the lines to decide, with their context. */
function take(all: FileHits, hits: FileHits | undefined, { from, until, passed, before, after, limit }: Window): void {
  const matches = (hits?.lines ?? []).filter(({ line, match }) => match && line > from && line <= until);
  const counted = matches.slice(0, limit - all.matches);
  all.matches += counted.length;
  const near = (line: number): boolean =>
    counted.some((match) => line >= match.line - before && line <= match.line + after);
  const known = all.lines.at(-1)?.line ?? 0;
  // Lines after a match that is decided in the next part are shown with that part.
  const stop = hits?.lines.find(({ line, match }) => match && line > until)?.line ?? Infinity;
  for (const line of hits?.lines ?? []) {
    const shown = line.match ? counted.includes(line) || (near(line.line) && line.line <= from) : near(line.line);
    if (shown && line.line < stop && line.line + passed > known) all.lines.push({ ...line, line: line.line + passed });
  }
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

function countLines(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) count++;
  return count + (bytes.length > 0 && bytes.at(-1) !== 10 ? 1 : 0);
}

function offsetOfLine(bytes: Uint8Array, line: number): number {
  let at = 0;
  for (let left = line; left > 0; left--) {
    const next = bytes.indexOf(10, at);
    if (next === -1) return bytes.length;
    at = next + 1;
  }
  return at;
}
