import { histogram, patience, type Sides } from './anchored-diff';
import { markClassic } from './classic-diff';
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
  /** The diff algorithm, if not Myers' with shortcuts. */
  readonly algorithm?: 'patience' | 'histogram' | 'minimal' | undefined;
  /** Beginnings of lines that stay where they are, if they occur once on both sides. */
  readonly anchors?: readonly string[];
  /** Runs of changed lines that could be elsewhere are placed as low as possible, however the text splits there. */
  readonly low?: boolean;
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
  const removed = new Uint8Array(a.length);
  const added = new Uint8Array(b.length);
  const { algorithm } = blindness;
  const classic = (sides: Sides, i: number, iEnd: number, j: number, jEnd: number) =>
    markClassic(
      sides.a.slice(i, iEnd),
      sides.b.slice(j, jEnd),
      (at) => (sides.removed[i + at] = 1),
      (at) => (sides.added[j + at] = 1),
      algorithm === 'minimal',
    );
  const sides = { a, b, removed, added };
  if (algorithm === 'patience' || algorithm === 'histogram') {
    const find = algorithm === 'patience' ? patience : histogram;
    const isAnchor = (at: number) => blindness.anchors?.some((text) => old[at]?.startsWith(text)) === true;
    find({ ...sides, otherwise: classic, isAnchor }, 0, a.length, 0, b.length);
  } else classic(sides, 0, a.length, 0, b.length);
  slideChanges(a, removed, added, blindness.low ? undefined : old);
  slideChanges(b, added, removed, blindness.low ? undefined : now);
  return changesOf(removed, added);
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
