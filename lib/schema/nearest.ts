/** A name without case and separators. */
const plain = (name: string): string =>
  SNAKE.test(name) ? name.replaceAll('_', '') : name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

const words = (name: string): string[] =>
  (SNAKE.test(name)
    ? name.split('_')
    : name
        .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u)
  ).filter(Boolean);

/** Names of this common form take a faster path. */
const SNAKE = /^[a-z0-9_]*$/;

/** Longer names are not compared letter by letter. */
const LONGEST = 64;

/** The candidate that a misspelt name most likely meant, if one is close in spelling or contains the other. */
export function nearest(name: string, candidates: readonly string[]): string | undefined {
  let best: { candidate: string; distance: number } | undefined;
  const a = plain(name);
  for (const candidate of candidates) {
    const distance = distanceOf(a, name, candidate);
    if (distance !== undefined && (!best || distance < best.distance)) best = { candidate, distance };
  }
  return best?.candidate;
}

/** `a` is the plain name. 0 for the same letters, then small edits, then shared words; undefined if the names have nothing to do with each other. */
function distanceOf(a: string, name: string, candidate: string): number | undefined {
  const b = plain(candidate);
  if (!a || !b || a.length > LONGEST || b.length > LONGEST) return undefined;
  if (a === b) return 0;
  const most = Math.max(1, Math.floor(Math.max(a.length, b.length) / 4));
  // The edit distance is at least the difference in length.
  const near = Math.abs(a.length - b.length) <= most ? editDistance(a, b) : undefined;
  if (near !== undefined && near <= most) return near;
  const known = words(candidate);
  if (words(name).some((word) => word.length > 2 && known.includes(word))) return 100 + (near ?? editDistance(a, b));
  if (Math.min(a.length, b.length) > 2 && (a.includes(b) || b.includes(a))) return 200 + (near ?? editDistance(a, b));
  return undefined;
}

/** How many letters to add, remove, change or swap with their neighbour (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let [before, row, next] = ROWS;
  for (let j = 0; j <= b.length; j++) row[j] = j;
  for (let i = 1; i <= a.length; i++) {
    next[0] = i;
    for (let j = 1; j <= b.length; j++) {
      let least = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      least = Math.min(least, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      next[j] = least;
    }
    [before, row, next] = [row, next, before];
  }
  return row[b.length] ?? 0;
}

/** The rows of the comparison; nothing else runs while they are in use. */
const rowOf = (): Uint8Array => new Uint8Array(LONGEST + 1);
const ROWS = [rowOf(), rowOf(), rowOf()] as const;
