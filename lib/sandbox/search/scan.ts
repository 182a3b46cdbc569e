import { SandboxError, type SearchLine, type SearchQuery } from '@/lib/ports';

/** Characters of one line that a result carries. */
const MAX_LINE_CHARS = 10_000;
/** Bytes looked at to tell a binary file. */
const SNIFF_BYTES = 8_000;

/** The query's regular expression. Throws `SandboxError` EINVAL with the engine's message. */
export function searchPattern({ pattern, caseInsensitive, multiline }: SearchQuery): RegExp {
  try {
    return new RegExp(pattern, `g${caseInsensitive ? 'i' : ''}${multiline ? 'ms' : ''}`);
  } catch (error) {
    throw new SandboxError('EINVAL', error instanceof Error ? error.message : 'invalid regular expression');
  }
}

export interface FileHits {
  matches: number;
  lines: SearchLine[];
}

/** Matching lines of one file with their context, at most `limit` matches; undefined for a binary file or no match. */
export function scanFile(bytes: Uint8Array, query: SearchQuery, pattern: RegExp, limit: number): FileHits | undefined {
  if (bytes.subarray(0, SNIFF_BYTES).includes(0)) return undefined;
  const text = new TextDecoder().decode(bytes);
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const hits = query.multiline ? linesOfMatches(text, pattern, limit) : matchingLines(lines, pattern, limit);
  if (hits.size === 0) return undefined;
  return { matches: hits.size, lines: withContext(lines, hits, query.before ?? 0, query.after ?? 0) };
}

function matchingLines(lines: readonly string[], pattern: RegExp, limit: number): Set<number> {
  const hits = new Set<number>();
  for (let at = 0; at < lines.length && hits.size < limit; at++) {
    pattern.lastIndex = 0;
    if (pattern.test((lines[at] ?? '').replace(/\r$/, ''))) hits.add(at);
  }
  return hits;
}

function linesOfMatches(text: string, pattern: RegExp, limit: number): Set<number> {
  const hits = new Set<number>();
  let line = 0;
  let position = 0;
  const advance = (to: number) => {
    for (let next = text.indexOf('\n', position); next !== -1 && next < to; next = text.indexOf('\n', position)) {
      line++;
      position = next + 1;
    }
  };
  for (const match of text.matchAll(pattern)) {
    advance(match.index);
    const first = line;
    advance(match.index + Math.max(match[0].length - 1, 0));
    for (let at = first; at <= line && hits.size < limit; at++) hits.add(at);
    if (hits.size >= limit) break;
  }
  return hits;
}

function withContext(lines: readonly string[], hits: ReadonlySet<number>, before: number, after: number): SearchLine[] {
  const shown = new Map<number, boolean>();
  for (const hit of hits) {
    for (let at = Math.max(0, hit - before); at <= Math.min(lines.length - 1, hit + after); at++) {
      shown.set(at, hits.has(at));
    }
  }
  return [...shown]
    .sort(([a], [b]) => a - b)
    .map(([at, match]) => ({
      line: at + 1,
      text: (lines[at] ?? '').replace(/\r$/, '').slice(0, MAX_LINE_CHARS),
      match,
    }));
}
