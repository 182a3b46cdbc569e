import type { SearchResult } from '@/lib/ports';
import type { Language } from '@/lib/protocol';
import { cutLine } from '../files/text-file';

type FileHits = SearchResult['files'][number];

/** A search's result as text: what was found, entry by entry, and how it is counted. */
export interface Listing {
  readonly entries: readonly string[];
  readonly files: number;
  /** Left out where they are not counted. */
  readonly matches?: number;
}

const countsOf = (files: readonly FileHits[]): Pick<Listing, 'files' | 'matches'> => ({
  files: files.length,
  matches: files.reduce((sum, file) => sum + file.matches, 0),
});

/** The names of the files that have a match. */
export const listFiles = (files: readonly FileHits[]): Listing => ({
  entries: files.map((file) => file.path),
  files: files.length,
});

/** `path:matches`, as `rg --count` counts: matching lines. */
export const listCounts = (files: readonly FileHits[]): Listing => ({
  entries: files.map((file) => `${file.path}:${file.matches}`),
  ...countsOf(files),
});

/** Lines as ripgrep prints them: `path:line:text` for a match, `path-line-text` around it, `--` between groups. */
export function listLines(
  files: readonly FileHits[],
  { numbered, grouped, language }: { numbered: boolean; grouped: boolean; language: Language | undefined },
): Listing {
  const entries: string[] = [];
  const cut = (text: string): string => cutLine(text, { limit: MAX_LINE, language });
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
  return { entries, ...countsOf(files) };
}

/** Characters of one found line that are shown. */
const MAX_LINE = 500;
