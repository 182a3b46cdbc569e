/** Two texts as line numbers, with flags for the lines that changed. */
export interface Sides {
  readonly a: readonly number[];
  readonly b: readonly number[];
  readonly removed: Uint8Array;
  readonly added: Uint8Array;
}

type Find = (sides: Sides, i: number, iEnd: number, j: number, jEnd: number) => void;
type Anchored = Sides & {
  readonly otherwise: Find;
  /** Whether a line of the first side must not be taken for changed. */
  readonly isAnchor: (at: number) => boolean;
};

/** If one side is empty, marks what is left of the other and returns true. */
function markRest({ removed, added }: Sides, i: number, iEnd: number, j: number, jEnd: number): boolean {
  if (i < iEnd && j < jEnd) return false;
  removed.fill(1, i, iEnd);
  added.fill(1, j, jEnd);
  return true;
}

/** Uses lines that occur exactly once on each side as anchors: git's xpatience.c. */
export function patience(sides: Anchored, i: number, iEnd: number, j: number, jEnd: number): void {
  if (markRest(sides, i, iEnd, j, jEnd)) return;
  const { a, b, removed, added, otherwise } = sides;
  const places = new Map<number, { mine: number; theirs: number }>();
  for (let at = i; at < iEnd; at++) {
    const line = a[at] ?? 0;
    places.set(line, { mine: places.has(line) ? -1 : at, theirs: -2 });
  }
  let hasMatches = false;
  for (let at = j; at < jEnd; at++) {
    const place = places.get(b[at] ?? 0);
    if (!place) continue;
    hasMatches = true;
    place.theirs = place.theirs === -2 ? at : -1;
  }
  if (!hasMatches) {
    removed.fill(1, i, iEnd);
    added.fill(1, j, jEnd);
    return;
  }
  const single = [...places.values()].filter(({ mine, theirs }) => mine >= 0 && theirs >= 0);
  const anchors = longest(single, sides.isAnchor);
  if (anchors.length === 0) return otherwise(sides, i, iEnd, j, jEnd);
  let [x, y] = [i, j];
  for (let at = 0; ; at++) {
    const anchor = anchors[at];
    let [nextX, nextY] = anchor ? [anchor.mine, anchor.theirs] : [iEnd, jEnd];
    if (anchor)
      while (nextX > x && nextY > y && a[nextX - 1] === b[nextY - 1]) {
        nextX--;
        nextY--;
      }
    while (x < nextX && y < nextY && a[x] === b[y]) {
      x++;
      y++;
    }
    if (nextX > x || nextY > y) patience(sides, x, nextX, y, nextY);
    if (!anchor) return;
    let last = anchor;
    for (
      let next = anchors[at + 1];
      next?.mine === last.mine + 1 && next.theirs === last.theirs + 1;
      next = anchors[at + 1]
    ) {
      last = next;
      at++;
    }
    [x, y] = [last.mine + 1, last.theirs + 1];
  }
}

interface Anchor {
  readonly mine: number;
  readonly theirs: number;
  previous?: Anchor | undefined;
}

/** The longest run of anchors that is in order on both sides, with those that must be in it. */
function longest(entries: readonly Anchor[], mustStay: (at: number) => boolean): Anchor[] {
  const piles: Anchor[] = [];
  let fixed = -1;
  for (const entry of entries) {
    let [low, high] = [0, piles.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((piles[middle]?.theirs ?? 0) < entry.theirs) low = middle + 1;
      else high = middle;
    }
    entry.previous = piles[low - 1];
    if (low <= fixed) continue;
    piles[low] = entry;
    if (!mustStay(entry.mine)) continue;
    fixed = low;
    piles.length = low + 1;
  }
  const found: Anchor[] = [];
  for (let at = piles.at(-1); at; at = at.previous) found.unshift(at);
  return found;
}

/** Lines that occur more often than this on the old side are not used as anchors. */
const MOST_OCCURRENCES = 64;

/** Uses the longest stretch around the rarest lines as an anchor: git's xhistogram.c. */
export function histogram(sides: Anchored, i: number, iEnd: number, j: number, jEnd: number): void {
  if (markRest(sides, i, iEnd, j, jEnd)) return;
  const { a, b, removed, added, otherwise } = sides;
  const places = new Map<number, number[]>();
  for (let at = i; at < iEnd; at++) places.set(a[at] ?? 0, [...(places.get(a[at] ?? 0) ?? []), at]);
  const countOf = (at: number): number => places.get(a[at] ?? 0)?.length ?? 0;
  let best: { from: number; to: number; start: number; end: number } | undefined;
  let rarest = MOST_OCCURRENCES + 1;
  let hasCommon = false;
  for (let at = j; at < jEnd;) {
    let next = at + 1;
    const own = places.get(b[at] ?? 0);
    if (own) hasCommon = true;
    if (own && own.length <= rarest) {
      for (let which = 0; which < own.length;) {
        let [from, start] = [own[which] ?? 0, at];
        let [to, end] = [from, at];
        let count = own.length;
        while (from > i && start > j && a[from - 1] === b[start - 1]) {
          from--;
          start--;
          if (count > 1) count = Math.min(count, countOf(from));
        }
        while (to < iEnd - 1 && end < jEnd - 1 && a[to + 1] === b[end + 1]) {
          to++;
          end++;
          if (count > 1) count = Math.min(count, countOf(to));
        }
        next = Math.max(next, end + 1);
        if (!best || best.to - best.from < to - from || count < rarest) {
          best = { from, to, start, end };
          rarest = count;
        }
        do which++;
        while (which < own.length && (own[which] ?? 0) <= to);
      }
    }
    at = next;
  }
  if (hasCommon && rarest > MOST_OCCURRENCES) return otherwise(sides, i, iEnd, j, jEnd);
  if (!best) {
    removed.fill(1, i, iEnd);
    added.fill(1, j, jEnd);
    return;
  }
  histogram(sides, i, best.from, j, best.start);
  histogram(sides, best.to + 1, iEnd, best.end + 1, jEnd);
}
