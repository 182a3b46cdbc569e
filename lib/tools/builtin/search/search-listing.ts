import type { SearchResult } from '@/lib/ports';
import type { Language } from '@/lib/protocol';
import { cutLine } from '../../files';

type FileHits = SearchResult['files'][number];

/** A search result as text entries, with counts. */
export interface Listing {
  readonly entries: readonly string[];
  readonly files: number;
  /** Omitted if matches are not counted. */
  readonly matches?: number;
}

const countsOf = (files: readonly FileHits[]): Pick<Listing, 'files' | 'matches'> => ({
  files: files.length,
  matches: files.reduce((sum, file) => sum + file.matches, 0),
});

/** Lists the files that have a match. */
export const listFiles = (files: readonly FileHits[]): Listing => ({
  entries: files.map((file) => file.path),
  files: files.length,
});

/** Lists `path:matches`, where matches are matching lines, as in `rg --count`. */
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

/** Maximum characters shown of one line. */
const MAX_LINE = 500;
