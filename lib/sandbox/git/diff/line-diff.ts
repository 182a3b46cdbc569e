import { diffArrays } from 'diff';
import { histogram, patience, type Sides } from './anchored-diff';
import { slideChanges } from './slide-changes';

/** Lines `oldStart`…`oldEnd` became `newStart`…`newEnd`; line numbers count from 0, ends are exclusive. */
export interface LineChange {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly newStart: number;
  readonly newEnd: number;
  /** Shown only beside other changes. */
  readonly ignored?: boolean;
}

/** Which differences in white space are ignored. */
export interface Blindness {
  readonly allSpace?: boolean;
  readonly spaceChange?: boolean;
  readonly spaceAtEnd?: boolean;
  readonly crAtEnd?: boolean;
  /** The diff algorithm, if not Myers'. */
  readonly algorithm?: 'patience' | 'histogram' | undefined;
}

/** A text's lines, each with its line end, which the last one may lack. */
export const splitLines = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** The key that a line is compared by. */
function keyOf(line: string, { allSpace, spaceChange, spaceAtEnd, crAtEnd }: Blindness): string {
  if (allSpace) return line.replaceAll(/\s+/g, '');
  if (spaceChange) return line.replaceAll(/\s+/g, ' ').trimEnd();
  if (spaceAtEnd) return line.trimEnd();
  return crAtEnd ? line.replace(/\r?\n$/, '') : line;
}

/** Milliseconds after which two texts count as completely different. */
const DIFF_TIMEOUT_MS = 3000;

/** The changes between two lists of lines, placed where git places them. */
export function diffLines(old: readonly string[], now: readonly string[], blindness: Blindness = {}): LineChange[] {
  const numbers = new Map<string, number>();
  const numberOf = (line: string): number => {
    const key = keyOf(line, blindness);
    const known = numbers.get(key) ?? numbers.size;
    numbers.set(key, known);
    return known;
  };
  const [a, b] = [old.map(numberOf), now.map(numberOf)];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const [x, y] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  const removed = new Uint8Array(a.length);
  const added = new Uint8Array(b.length);
  const { algorithm } = blindness;
  if (algorithm !== undefined) {
    const find = algorithm === 'patience' ? patience : histogram;
    find({ a, b, removed, added, otherwise: markClassic }, 0, a.length, 0, b.length);
  } else markClassic({ a, b, removed, added }, start, start + x.length, start, start + y.length);
  slideChanges(a, removed, added, old);
  slideChanges(b, added, removed, now);
  return changesOf(removed, added);
}

/** Myers' algorithm, on a part of both texts. */
function markClassic({ a, b, removed, added }: Sides, i: number, iEnd: number, j: number, jEnd: number): void {
  const [x, y] = [a.slice(i, iEnd), b.slice(j, jEnd)];
  const parts = x.length === 0 || y.length === 0 ? undefined : diffArrays(x, y, { timeout: DIFF_TIMEOUT_MS });
  if (!parts) {
    removed.fill(1, i, iEnd);
    added.fill(1, j, jEnd);
    return;
  }
  for (const { count, added: isNew, removed: isOld } of parts) {
    if (isOld) removed.fill(1, i, i + count);
    if (isNew) added.fill(1, j, j + count);
    if (!isNew) i += count;
    if (!isOld) j += count;
  }
}

function changesOf(removed: Uint8Array, added: Uint8Array): LineChange[] {
  const found: LineChange[] = [];
  let [i, j] = [0, 0];
  while (i < removed.length || j < added.length) {
    if (!removed[i] && !added[j]) {
      i++;
      j++;
      continue;
    }
    const [oldStart, newStart] = [i, j];
    while (removed[i]) i++;
    while (added[j]) j++;
    found.push({ oldStart, oldEnd: i, newStart, newEnd: j });
  }
  return found;
}
