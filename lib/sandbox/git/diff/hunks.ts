import type { LineChange } from './line-diff';

/** Changes that are shown together, with the lines around them; line numbers count from 0, ends are exclusive. */
export interface Hunk {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly newStart: number;
  readonly newEnd: number;
  readonly changes: readonly LineChange[];
}

export interface HunkRules {
  /** Lines of context around each change. */
  readonly context: number;
  /** How many more lines may lie between two hunks that are shown as one. */
  readonly between?: number;
  /** Whether whole functions are shown. */
  readonly functions?: boolean;
  /** Whether a line is the heading of a function. */
  readonly isHeading?: (line: string) => boolean;
}

export function hunksOf(
  changes: readonly LineChange[],
  old: readonly string[],
  now: readonly string[],
  { context, between = 0, functions = false, isHeading: heads = isHeading }: HunkRules,
): Hunk[] {
  const found: Hunk[] = [];
  for (const group of groupsOf(changes, context, between)) {
    const [first, last] = [group[0], group.at(-1)];
    if (!first || !last) continue;
    const near = Math.min(context, first.oldStart, first.newStart);
    const behind = Math.min(context, old.length - last.oldEnd, now.length - last.newEnd);
    const whole = functions ? wholeFunctions(old, first, last, [near, behind], heads) : [near, behind];
    // A function that was added at the end needs no more context.
    const isAdded = first.oldStart >= old.length && now.slice(first.newStart).some(heads);
    const [before = near, after = behind] = isAdded ? [near, whole[1]] : whole;
    const hunk = {
      oldStart: first.oldStart - before,
      oldEnd: last.oldEnd + after,
      newStart: first.newStart - before,
      newEnd: last.newEnd + after,
      changes: group,
    };
    const previous = found.at(-1);
    if (previous && previous.oldEnd >= hunk.oldStart) {
      found[found.length - 1] = {
        ...previous,
        oldEnd: Math.max(previous.oldEnd, hunk.oldEnd),
        newEnd: Math.max(previous.newEnd, hunk.newEnd),
        changes: [...previous.changes, ...group],
      };
    } else found.push(hunk);
  }
  return found;
}

/** Changes that are near each other; those that are ignored stand only beside others. */
function* groupsOf(changes: readonly LineChange[], context: number, between: number): Generator<LineChange[]> {
  const gap = (one: LineChange | undefined, next: LineChange | undefined) =>
    (next?.oldStart ?? Infinity) - (one?.oldEnd ?? 0);
  for (let start = 0; start < changes.length;) {
    let first = start;
    for (let at = start; changes[at]?.ignored; at++) if (gap(changes[at], changes[at + 1]) >= context) first = at + 1;
    if (first >= changes.length) return;
    let last = first;
    let skipped = 0;
    for (let at = first + 1; at < changes.length; at++) {
      const change = changes[at];
      const distance = gap(changes[at - 1], change);
      if (distance > 2 * context + between) break;
      const isNear = distance < context && (!change?.ignored || last === at - 1);
      const isFar =
        distance >= context && last !== at - 1 && gap(changes[last], change) + skipped > 2 * context + between;
      if (isFar) break;
      if (isNear || !change?.ignored) [last, skipped] = [at, 0];
      else skipped += change.newEnd - change.newStart;
    }
    yield changes.slice(first, last + 1);
    start = last + 1;
  }
}

/** Whether git takes a line for the heading of a function. */
export const isHeading = (line: string): boolean => /^[A-Za-z_$]/.test(line);

function wholeFunctions(
  old: readonly string[],
  first: LineChange,
  last: LineChange,
  [before, after]: readonly [number, number],
  isHeading: (line: string) => boolean,
): [number, number] {
  const start = old.slice(0, Math.min(first.oldStart + 1, old.length)).findLastIndex(isHeading);
  let head = Math.max(0, start);
  while (head > 0 && start >= 0 && (old[head - 1] ?? '').trim() !== '' && !isHeading(old[head - 1] ?? '')) head--;
  let end = old.findIndex((line, at) => at >= last.oldEnd && isHeading(line));
  while (end > last.oldEnd && (old[end - 1] ?? '').trim() === '') end--;
  if (end < 0) end = old.length;
  return [Math.max(before, first.oldStart - head), Math.max(after, end - last.oldEnd)];
}

/** Characters of a hunk's heading that are shown. */
const HEADING_CHARS = 80;

/** The heading of a hunk, with a space before it; empty if there is none. */
export function headingOf(
  old: readonly string[],
  { oldStart }: Pick<Hunk, 'oldStart'>,
  headingIn: (line: string) => string | undefined = (line) => (isHeading(line) ? line : undefined),
): string {
  let found: string | undefined;
  for (let at = oldStart - 1; at >= 0 && found === undefined; at--) found = headingIn(old[at] ?? '');
  return found === undefined ? '' : ` ${found.slice(0, HEADING_CHARS).trimEnd()}`;
}

/** A hunk's range: `@@ -1,3 +1,4 @@`. */
export function rangeText({
  oldStart,
  oldEnd,
  newStart,
  newEnd,
}: Pick<Hunk, 'oldStart' | 'oldEnd' | 'newStart' | 'newEnd'>): string {
  const side = (start: number, end: number) => {
    const count = end - start;
    return count === 1 ? `${start + 1}` : `${count === 0 ? start : start + 1},${count}`;
  };
  return `@@ -${side(oldStart, oldEnd)} +${side(newStart, newEnd)} @@`;
}

export const NO_NEWLINE = '\\ No newline at end of file';

/** The lines of a hunk with their marks, without line ends. */
export function hunkLines(hunk: Hunk, old: readonly string[], now: readonly string[]): string[] {
  const out: string[] = [];
  const put = (mark: string, line: string | undefined) => {
    if (line === undefined) return;
    out.push(`${mark}${line.replace(/\n$/, '')}`);
    if (!line.endsWith('\n')) out.push(NO_NEWLINE);
  };
  let at = hunk.newStart;
  for (const { oldStart, oldEnd, newStart, newEnd } of hunk.changes) {
    while (at < newStart) put(' ', now[at++]);
    for (let line = oldStart; line < oldEnd; line++) put('-', old[line]);
    for (let line = newStart; line < newEnd; line++) put('+', now[line]);
    at = newEnd;
  }
  while (at < hunk.newEnd) put(' ', now[at++]);
  return out;
}
