import type { SearchQuery, SearchResult } from '@/lib/ports';
import { searchCandidates } from './candidates';
import { searchPattern } from './pattern';
import { searchFile, type TextOf } from './search-file';
import type { SearchSource } from './source';

type FileHits = SearchResult['files'][number];

export interface SearchOptions {
  /** Used instead of reading each file. */
  readonly textOf?: TextOf;
  /** Used instead of walking the source. */
  readonly candidates?: Iterable<string>;
  /** Called with each file that has hits as soon as it is found. */
  readonly onFile: (hits: FileHits) => void;
}

/** Searches and reports hits as they are found; returns whether it stopped at its limit. It has no deadline of its own. */
export function searchInto(source: SearchSource, query: SearchQuery, options: SearchOptions): boolean {
  const pattern = searchPattern(query);
  let left = query.maxMatches;
  for (const path of options.candidates ?? searchCandidates(source, query)) {
    if (left <= 0) return true;
    const hits = searchFile(source, path, query, pattern, left + 1, pattern.knowsCr ? undefined : options.textOf);
    if (!hits) continue;
    if (hits.matches > left) {
      options.onFile({ path, ...limited(hits, left) });
      return true;
    }
    options.onFile({ path, ...hits });
    left -= hits.matches;
  }
  return false;
}

/** Searches and returns all hits at once. */
export function searchTree(source: SearchSource, query: SearchQuery): SearchResult {
  const files: FileHits[] = [];
  const truncated = searchInto(source, query, { onFile: (hits) => files.push(hits) });
  return { files, truncated };
}

const limited = (hits: { matches: number; lines: FileHits['lines'] }, limit: number) => {
  let seen = 0;
  const lines = hits.lines.filter((line) => (line.match ? ++seen <= limit : seen <= limit));
  return { matches: Math.min(hits.matches, limit), lines };
};
