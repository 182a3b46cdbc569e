import { linesOf, numberLine } from '../../files';

/** Maximum lines of a file to compare; longer files are not searched. */
const MOST_COMPARED = 20_000;
/** Maximum characters compared per line. */
const COMPARED_LENGTH = 200;
/** Lines shown from the nearest match on. */
const MOST_SHOWN = 8;
/** The minimum fraction of common letter pairs for a line to count as near. */
const NEAR = 0.5;

/** The part of a file most similar to a text that was not found, with line numbers; undefined if nothing is similar. */
export function nearestLines(text: string, wanted: string): string | undefined {
  const wantedLines = linesOf(wanted);
  const anchor = wantedLines.findIndex((line) => line.trim() !== '');
  const anchorPairs = pairsOf(wantedLines[anchor] ?? '');
  const lines = linesOf(text).slice(0, MOST_COMPARED);
  let best = { index: -1, likeness: NEAR };
  for (const [index, line] of lines.entries()) {
    const likeness = likenessOf(anchorPairs, pairsOf(line));
    if (likeness > best.likeness) best = { index, likeness };
  }
  if (best.index === -1) return undefined;
  const start = Math.max(0, best.index - anchor);
  return lines
    .slice(start, start + Math.min(MOST_SHOWN, wantedLines.length))
    .map((line, index) => numberLine(start + index + 1, line))
    .join('\n');
}

/** Counts a line's pairs of adjacent letters, ignoring white space. */
function pairsOf(line: string): Map<string, number> {
  const letters = line.slice(0, COMPARED_LENGTH).replace(/\s+/g, '');
  const pairs = new Map<string, number>();
  for (let index = 0; index + 1 < letters.length; index++) {
    const pair = letters.slice(index, index + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
}

/** Dice's coefficient: 1 for identical pairs, 0 for none in common. */
function likenessOf(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let common = 0;
  for (const [pair, count] of a) common += Math.min(count, b.get(pair) ?? 0);
  const total = sizeOf(a) + sizeOf(b);
  return total === 0 ? 0 : (2 * common) / total;
}

const sizeOf = (pairs: ReadonlyMap<string, number>): number =>
  [...pairs.values()].reduce((sum, count) => sum + count, 0);
