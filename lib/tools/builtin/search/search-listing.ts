import type { SearchResult } from '@/lib/ports';
import { cutLine } from '../files/line-numbers';

type FileHits = SearchResult['files'][number];

/** A search's result as text: what was found, entry by entry, and how it is counted. */
export interface Listing {
  readonly entries: readonly string[];
  readonly summary: string;
}

const plural = (count: number, one: string): string =>
  `${count} ${one}${count === 1 ? '' : /(ch|s)$/.test(one) ? 'es' : 's'}`;

const totalOf = (files: readonly FileHits[]): number => files.reduce((sum, file) => sum + file.matches, 0);

const summaryOf = (files: readonly FileHits[]): string =>
  `${plural(totalOf(files), 'match')} in ${plural(files.length, 'file')}`;

/** The names of the files that have a match. */
export const listFiles = (files: readonly FileHits[]): Listing => ({
  entries: files.map((file) => file.path),
  summary: plural(files.length, 'file'),
});

/** `path:matches`, as `rg --count` counts: matching lines. */
export const listCounts = (files: readonly FileHits[]): Listing => ({
  entries: files.map((file) => `${file.path}:${file.matches}`),
  summary: summaryOf(files),
});

/** Lines as ripgrep prints them: `path:line:text` for a match, `path-line-text` around it, `--` between groups. */
export function listLines(
  files: readonly FileHits[],
  { numbered, grouped }: { numbered: boolean; grouped: boolean },
): Listing {
  const entries: string[] = [];
  for (const { path, lines } of files) {
    let last: number | undefined;
    for (const { line, text, match } of lines) {
      const apart = last === undefined ? entries.length > 0 : line > last + 1;
      if (grouped && apart) entries.push('--');
      const mark = match ? ':' : '-';
      entries.push(numbered ? `${path}${mark}${line}${mark}${cut(text)}` : `${path}${mark}${cut(text)}`);
      last = line;
    }
  }
  return { entries, summary: summaryOf(files) };
}

/** Characters of one found line that are shown. */
const MAX_LINE = 500;

const cut = (text: string): string => cutLine(text, { limit: MAX_LINE });
