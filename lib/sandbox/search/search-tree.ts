import type { SearchQuery, SearchResult } from '@/lib/ports';
import { searchCandidates } from './candidates';
import { scanFile, searchPattern } from './scan';
import type { SearchSource } from './source';

/** A whole search in one go, with no deadline: a bad pattern hangs the caller. */
export function searchTree(source: SearchSource, query: SearchQuery): SearchResult {
  const pattern = searchPattern(query);
  const files: SearchResult['files'] = [];
  let left = query.maxMatches;
  for (const path of searchCandidates(source, query)) {
    if (left <= 0) return { files, truncated: true };
    const hits = scanFile(source.read(path), query, pattern, left + 1);
    if (!hits) continue;
    if (hits.matches > left) return { files: [...files, { path, ...limited(hits, left) }], truncated: true };
    files.push({ path, ...hits });
    left -= hits.matches;
  }
  return { files, truncated: false };
}

const limited = (hits: { matches: number; lines: SearchResult['files'][number]['lines'] }, limit: number) => {
  let seen = 0;
  const lines = hits.lines.filter((line) => (line.match ? ++seen <= limit : seen <= limit));
  return { matches: Math.min(hits.matches, limit), lines };
};
