import { keptLines, roughRoot } from './kept-lines';

/** A part of both lists of lines; ends are exclusive. */
interface Box {
  readonly i: number;
  readonly iEnd: number;
  readonly j: number;
  readonly jEnd: number;
}

/** Where a part is split in two, and which of the halves must be searched for the smallest change. */
interface Split {
  readonly i: number;
  readonly j: number;
  readonly low: boolean;
  readonly high: boolean;
}

/** The diagonals that a search has reached, from either corner. */
interface Reach {
  forward: [number, number];
  backward: [number, number];
}

/** How long a run of equal lines must be to be worth a shortcut. */
const SNAKE = 20;
/** From which cost on there are shortcuts. */
const COSTLY = 256;
/** How far beyond its cost a path must have come to be taken for a good one. */
const WORTH = 4;
const FAR = 0x7fffffff;

/** Marks the lines that git's classic algorithm takes for changed: Myers' with the shortcuts of libxdiff. */
export function markClassic(
  a: readonly number[],
  b: readonly number[],
  onOld: (at: number) => void,
  onNew: (at: number) => void,
  minimal = false,
): void {
  const kept = keptLines(a, b, onOld, onNew);
  const [x, y] = [kept.old.map((at) => a[at] ?? 0), kept.now.map((at) => b[at] ?? 0)];
  const search = new Search(x, y);
  const parts: [Box, boolean][] = [[{ i: 0, iEnd: x.length, j: 0, jEnd: y.length }, minimal]];
  for (let part = parts.pop(); part; part = parts.pop()) {
    const box = trimmed(x, y, part[0]);
    const { i, iEnd, j, jEnd } = box;
    if (i === iEnd) kept.now.slice(j, jEnd).forEach(onNew);
    else if (j === jEnd) kept.old.slice(i, iEnd).forEach(onOld);
    else {
      const split = search.split(box, part[1]);
      parts.push([{ i: split.i, iEnd, j: split.j, jEnd }, split.high]);
      parts.push([{ i, iEnd: split.i, j, jEnd: split.j }, split.low]);
    }
  }
}

function trimmed(a: readonly number[], b: readonly number[], { i, iEnd, j, jEnd }: Box): Box {
  while (i < iEnd && j < jEnd && a[i] === b[j]) [i, j] = [i + 1, j + 1];
  while (i < iEnd && j < jEnd && a[iEnd - 1] === b[jEnd - 1]) [iEnd, jEnd] = [iEnd - 1, jEnd - 1];
  return { i, iEnd, j, jEnd };
}

class Search {
  private readonly forward: Int32Array;
  private readonly backward: Int32Array;
  private readonly zero: number;
  private readonly most: number;
  constructor(
    private readonly a: readonly number[],
    private readonly b: readonly number[],
  ) {
    const diagonals = a.length + b.length + 3;
    this.forward = new Int32Array(diagonals + 1);
    this.backward = new Int32Array(diagonals + 1);
    this.zero = b.length + 1;
    this.most = Math.max(COSTLY, roughRoot(diagonals));
  }

  split(box: Box, thorough: boolean): Split {
    const [start, end] = [box.i - box.j, box.iEnd - box.jEnd];
    const reach: Reach = { forward: [start, start], backward: [end, end] };
    this.forward[this.zero + start] = box.i;
    this.backward[this.zero + end] = box.iEnd;
    const odd = ((start - end) & 1) !== 0;
    for (let cost = 1; ; cost++) {
      const ahead = this.stepForward(box, reach, odd);
      if (typeof ahead === 'object') return ahead;
      const back = this.stepBackward(box, reach, odd);
      if (typeof back === 'object') return back;
      if (thorough) continue;
      const good = (ahead || back) && cost > COSTLY ? this.goodPath(box, reach, cost) : undefined;
      if (good) return good;
      if (cost >= this.most) return this.furthest(box, reach);
    }
  }

  /** Goes one diagonal further on both sides, or one back where the box ends. */
  private widen(
    [low, high]: [number, number],
    { i, iEnd, j, jEnd }: Box,
    at: Int32Array,
    none: number,
  ): [number, number] {
    const [from, to] = [low > i - jEnd ? low - 1 : low + 1, high < iEnd - j ? high + 1 : high - 1];
    if (from < low) at[this.zero + from - 1] = none;
    if (to > high) at[this.zero + to + 1] = none;
    return [from, to];
  }

  /** Where the paths from both corners meet; otherwise whether a long run of equal lines was found. */
  private stepForward(box: Box, reach: Reach, odd: boolean): Split | boolean {
    const { a, b, zero, forward, backward } = this;
    reach.forward = this.widen(reach.forward, box, forward, -1);
    let found = false;
    for (let d = reach.forward[1]; d >= reach.forward[0]; d -= 2) {
      const [left = 0, right = 0] = [forward[zero + d - 1], forward[zero + d + 1]];
      const start = left >= right ? left + 1 : right;
      let i = start;
      while (i < box.iEnd && i - d < box.jEnd && a[i] === b[i - d]) i++;
      if (i - start > SNAKE) found = true;
      forward[zero + d] = i;
      if (odd && reach.backward[0] <= d && d <= reach.backward[1] && (backward[zero + d] ?? FAR) <= i)
        return { i, j: i - d, low: true, high: true };
    }
    return found;
  }

  private stepBackward(box: Box, reach: Reach, odd: boolean): Split | boolean {
    const { a, b, zero, forward, backward } = this;
    reach.backward = this.widen(reach.backward, box, backward, FAR);
    let found = false;
    for (let d = reach.backward[1]; d >= reach.backward[0]; d -= 2) {
      const [left = 0, right = 0] = [backward[zero + d - 1], backward[zero + d + 1]];
      const start = left < right ? left : right - 1;
      let i = start;
      while (i > box.i && i - d > box.j && a[i - 1] === b[i - 1 - d]) i--;
      if (start - i > SNAKE) found = true;
      backward[zero + d] = i;
      if (!odd && reach.forward[0] <= d && d <= reach.forward[1] && i <= (forward[zero + d] ?? -1))
        return { i, j: i - d, low: true, high: true };
    }
    return found;
  }

  /** A path that has come far for its cost and ends with a long run of equal lines. */
  private goodPath(box: Box, reach: Reach, cost: number): Split | undefined {
    const { a, b, zero } = this;
    const run = (i: number, j: number) => {
      let length = 0;
      while (length < SNAKE && a[i + length] === b[j + length]) length++;
      return length === SNAKE;
    };
    let best: Split | undefined;
    let worth = WORTH * cost;
    for (let d = reach.forward[1]; d >= reach.forward[0]; d -= 2) {
      const i = this.forward[zero + d] ?? 0;
      const j = i - d;
      const value = i - box.i + (j - box.j) - Math.abs(d - (box.i - box.j));
      const isInside = box.i + SNAKE <= i && i < box.iEnd && box.j + SNAKE <= j && j < box.jEnd;
      if (value <= worth || !isInside || !run(i - SNAKE, j - SNAKE)) continue;
      worth = value;
      best = { i, j, low: true, high: false };
    }
    if (best) return best;
    for (let d = reach.backward[1]; d >= reach.backward[0]; d -= 2) {
      const i = this.backward[zero + d] ?? 0;
      const j = i - d;
      const value = box.iEnd - i + (box.jEnd - j) - Math.abs(d - (box.iEnd - box.jEnd));
      const isInside = box.i < i && i <= box.iEnd - SNAKE && box.j < j && j <= box.jEnd - SNAKE;
      if (value <= worth || !isInside || !run(i, j)) continue;
      worth = value;
      best = { i, j, low: false, high: true };
    }
    return best;
  }

  /** When the search has cost too much: the furthest point of the path that has come further. */
  private furthest(box: Box, reach: Reach): Split {
    let [ahead, aheadAt] = [-1, -1];
    for (let d = reach.forward[1]; d >= reach.forward[0]; d -= 2) {
      const reached = Math.min(this.forward[this.zero + d] ?? 0, box.iEnd);
      const i = reached - d > box.jEnd ? box.jEnd + d : reached;
      if (2 * i - d > ahead) [ahead, aheadAt] = [2 * i - d, i];
    }
    let [back, backAt] = [FAR, FAR];
    for (let d = reach.backward[1]; d >= reach.backward[0]; d -= 2) {
      const reached = Math.max(box.i, this.backward[this.zero + d] ?? 0);
      const i = reached - d < box.j ? box.j + d : reached;
      if (2 * i - d < back) [back, backAt] = [2 * i - d, i];
    }
    return box.iEnd + box.jEnd - back < ahead - (box.i + box.j)
      ? { i: aheadAt, j: ahead - aheadAt, low: true, high: false }
      : { i: backAt, j: back - backAt, low: false, high: true };
  }
}
