import { encode } from '../../../../../bytes-text';
import { matchesIn, type Block } from './search';
import type { RgPattern } from './pattern';

/** Counts for one file or for the whole search. */
export interface Totals {
  searches: number;
  found: number;
  bytes: number;
  printed: number;
  lines: number;
  matches: number;
  ms: number;
}

export const noTotals = (): Totals => ({ searches: 0, found: 0, bytes: 0, printed: 0, lines: 0, matches: 0, ms: 0 });

/** Text as in ripgrep's JSON Lines: Base64 if it is not valid UTF-8. */
const data = (text: string): { text: string } | { bytes: string } =>
  text.isWellFormed() ? { text } : { bytes: btoa(String.fromCharCode(...encode(text))) };

const elapsed = (ms: number) => ({
  secs: Math.floor(ms / 1000),
  nanos: Math.round((ms % 1000) * 1e6),
  human: rgSeconds(ms),
});

export const rgSeconds = (ms: number): string => `${(ms / 1000).toFixed(6)}s`;

const stats = ({ ms, searches, found, bytes, printed, lines, matches }: Totals) => ({
  elapsed: elapsed(ms),
  searches,
  searches_with_match: found,
  bytes_searched: bytes,
  bytes_printed: printed,
  matched_lines: lines,
  matches,
});

export const beginLine = (path: string): string => `${JSON.stringify({ type: 'begin', data: { path: data(path) } })}\n`;

/** The JSON for a block of lines, with its matches if it has any. */
export function blockLine(path: string, text: string, block: Block, offset: number, pattern: RgPattern): string {
  const lines = text.slice(block.start, Math.min(block.end + 1, text.length));
  const matches = block.matches ? [...matchesIn(text, block, pattern)] : [];
  const bytes = (from: number, to: number) => encode(text.slice(from, to)).length;
  return `${JSON.stringify({
    type: block.matches ? 'match' : 'context',
    data: {
      path: data(path),
      lines: data(lines),
      line_number: block.line,
      absolute_offset: offset,
      submatches: matches.map(({ start, end }) => ({
        match: data(text.slice(start, end)),
        start: bytes(block.start, start),
        end: bytes(block.start, end),
      })),
    },
  })}\n`;
}

export const endLine = (path: string, binaryOffset: number | null, totals: Totals): string =>
  `${JSON.stringify({ type: 'end', data: { path: data(path), binary_offset: binaryOffset, stats: stats(totals) } })}\n`;

/** Keys are sorted by name, as in ripgrep's summary. */
export function summaryLine(totals: Totals, ms: number): string {
  const { elapsed: spent, ...rest } = stats(totals);
  const sorted = ({ secs, nanos, human }: ReturnType<typeof elapsed>) => ({ human, nanos, secs });
  const { bytes_printed, bytes_searched, matched_lines, matches, searches, searches_with_match } = rest;
  return `${JSON.stringify({
    data: {
      elapsed_total: sorted(elapsed(ms)),
      stats: {
        bytes_printed,
        bytes_searched,
        elapsed: sorted(spent),
        matched_lines,
        matches,
        searches,
        searches_with_match,
      },
    },
    type: 'summary',
  })}\n`;
}
