/** A line that occurs at least so often on the other side counts as one that is everywhere. */
const MOST_EQUAL = 1024;
/** How far a run of such lines is looked at, each way. */
const WINDOW = 100;
/** How many lines without an equal one there must be for each that is everywhere. */
const SHARE = 4;

/** Whether a line has no equal one on the other side, some, or so many that it says nothing. */
type Found = 'none' | 'some' | 'many';

/** A power of two near the root of a number. */
export function roughRoot(number: number): number {
  let root = 1;
  for (let left = number; left > 0; left >>= 2) root <<= 1;
  return root;
}

/**
 * The lines that are worth comparing: not those that both texts begin and end with, and not those that must have
 * changed, which are marked at once: lines without an equal one, and lines that are everywhere amid such lines.
 */
export function keptLines(
  a: readonly number[],
  b: readonly number[],
  onOld: (at: number) => void,
  onNew: (at: number) => void,
): { old: number[]; now: number[] } {
  const most = Math.min(a.length, b.length);
  let start = 0;
  while (start < most && a[start] === b[start]) start++;
  let end = 0;
  while (end < most - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  return {
    old: keptOf(a, countOf(b), start, a.length - end, onOld),
    now: keptOf(b, countOf(a), start, b.length - end, onNew),
  };
}

function countOf(lines: readonly number[]): Map<number, number> {
  const found = new Map<number, number>();
  for (const line of lines) found.set(line, (found.get(line) ?? 0) + 1);
  return found;
}

function keptOf(
  lines: readonly number[],
  others: ReadonlyMap<number, number>,
  start: number,
  end: number,
  onChanged: (at: number) => void,
): number[] {
  const limit = Math.min(MOST_EQUAL, roughRoot(lines.length));
  const found = lines.slice(start, end).map((line): Found => {
    const count = others.get(line) ?? 0;
    return count === 0 ? 'none' : count >= limit ? 'many' : 'some';
  });
  const kept: number[] = [];
  for (const [at, kind] of found.entries())
    if (kind === 'some' || (kind === 'many' && !isAmidChanges(found, at))) kept.push(start + at);
    else onChanged(start + at);
  return kept;
}

/** Whether a line that is everywhere stands in a run of mostly lines without an equal one. */
function isAmidChanges(found: readonly Found[], at: number): boolean {
  const runs = [-1, 1].map((step) => {
    let [none, many] = [0, 1];
    for (let away = 1; away <= WINDOW; away++) {
      const kind = found[at + step * away];
      if (kind === 'none') none++;
      else if (kind === 'many') many++;
      else break;
    }
    return { none, many };
  });
  if (runs.some(({ none }) => none === 0)) return false;
  const [none, many] = [runs.reduce((sum, run) => sum + run.none, 0), runs.reduce((sum, run) => sum + run.many, 0)];
  return many * SHARE < many + none;
}
