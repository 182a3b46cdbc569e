import { diffLines, splitLines, type Blindness, type LineChange } from '../diff/line-diff';

export type ConflictStyle = 'merge' | 'diff3' | 'zdiff3';

export interface MergeRules {
  readonly style: ConflictStyle;
  /** What the sides are called after the markers. */
  readonly labels: { readonly ours: string; readonly base: string; readonly theirs: string };
  /** Which side to take if both changed the same lines. */
  readonly favor?: 'ours' | 'theirs' | 'union';
  readonly markerSize?: number;
  /** How lines are compared. */
  readonly blindness?: Blindness;
}

/** A stretch of the three texts, and which side to take it from unless it is a conflict. */
interface Part {
  take: 'ours' | 'theirs' | 'conflict';
  base: number;
  baseCount: number;
  ours: number;
  oursCount: number;
  theirs: number;
  theirsCount: number;
}

/** Two conflicts become one if at most this many lines are between them. */
const NEAR = 3;

/** Merges the changes of both sides into one text. `conflicts` is how many could not be merged. */
export function mergeTexts(
  base: string,
  ours: string,
  theirs: string,
  rules: MergeRules,
): { text: string; conflicts: number } {
  const [o, a, b] = [splitLines(base), splitLines(ours), splitLines(theirs)];
  const { blindness = {} } = rules;
  const [mine, other] = [diffLines(o, a, blindness), diffLines(o, b, blindness)];
  // A side that changed nothing, or only white space that does not count, is not merged with.
  if (mine.length === 0) return { text: theirs, conflicts: 0 };
  if (other.length === 0) return { text: ours, conflicts: 0 };
  let parts = align(a, b, mine, other);
  if (rules.style === 'merge')
    parts = joinNear(parts.flatMap((part) => (part.take === 'conflict' ? refine(part, a, b, blindness) : [part])));
  if (rules.style === 'zdiff3') parts = parts.map((part) => (part.take === 'conflict' ? trim(part, a, b) : part));
  let at = 0;
  let out = '';
  let conflicts = 0;
  for (const part of parts) {
    out += a.slice(at, part.ours).join('');
    at = part.ours + part.oursCount;
    const own = a.slice(part.ours, at);
    const other = b.slice(part.theirs, part.theirs + part.theirsCount);
    if (part.take === 'ours' || (part.take === 'conflict' && rules.favor === 'ours')) out += own.join('');
    else if (part.take === 'theirs' || rules.favor === 'theirs') out += other.join('');
    else if (rules.favor === 'union') out += ended(own) + other.join('');
    else {
      conflicts++;
      out += marked(own, o.slice(part.base, part.base + part.baseCount), other, rules);
    }
  }
  return { text: out + a.slice(at).join(''), conflicts };
}

const ended = (lines: readonly string[]): string => {
  const text = lines.join('');
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
};

function marked(
  own: readonly string[],
  base: readonly string[],
  other: readonly string[],
  { style, labels, markerSize = 7 }: MergeRules,
): string {
  const mark = (char: string, label: string) => `${char.repeat(markerSize)}${label === '' ? '' : ` ${label}`}\n`;
  const middle = style === 'merge' ? '' : `${mark('|', labels.base)}${ended(base)}`;
  return `${mark('<', labels.ours)}${ended(own)}${middle}${mark('=', '')}${ended(other)}${mark('>', labels.theirs)}`;
}

const sameLines = (a: readonly string[], from: number, b: readonly string[], to: number, count: number): boolean => {
  for (let at = 0; at < count; at++) if (a[from + at] !== b[to + at]) return false;
  return true;
};

/** What each side changed, in the order of the base; overlapping changes are conflicts. */
function align(
  a: readonly string[],
  b: readonly string[],
  mine: readonly LineChange[],
  theirs: readonly LineChange[],
): Part[] {
  const parts: Part[] = [];
  const put = (part: Part) => {
    const last = parts.at(-1);
    if (!last || (part.ours > last.ours + last.oursCount && part.theirs > last.theirs + last.theirsCount)) {
      parts.push(part);
      return;
    }
    if (part.take !== last.take) last.take = 'conflict';
    last.baseCount = part.base + part.baseCount - last.base;
    last.oursCount = part.ours + part.oursCount - last.ours;
    last.theirsCount = part.theirs + part.theirsCount - last.theirs;
  };
  let [i, j] = [0, 0];
  let [x, y]: [LineChange | undefined, LineChange | undefined] = [mine[0], theirs[0]];
  // How far each side's lines are from the base's, after the changes seen so far.
  let [mineOff, theirsOff] = [0, 0];
  while (x || y) {
    if (x && (!y || x.oldEnd < y.oldStart)) {
      put({ take: 'ours', ...spanOf(x, 'ours', theirsOff) });
      mineOff = x.newEnd - x.oldEnd;
      x = mine[++i];
    } else if (y && (!x || y.oldEnd < x.oldStart)) {
      put({ take: 'theirs', ...spanOf(y, 'theirs', mineOff) });
      theirsOff = y.newEnd - y.oldEnd;
      y = theirs[++j];
    } else if (x && y) {
      const counts = [x.newEnd - x.newStart, y.newEnd - y.newStart] as const;
      const same =
        x.oldStart === y.oldStart &&
        x.oldEnd === y.oldEnd &&
        counts[0] === counts[1] &&
        sameLines(a, x.newStart, b, y.newStart, counts[0]);
      if (!same) {
        const start = Math.min(x.oldStart, y.oldStart);
        const end = Math.max(x.oldEnd, y.oldEnd);
        const [ours, other] = [x.newStart - (x.oldStart - start), y.newStart - (y.oldStart - start)];
        put({
          take: 'conflict',
          base: start,
          baseCount: end - start,
          ours,
          oursCount: x.newEnd + (end - x.oldEnd) - ours,
          theirs: other,
          theirsCount: y.newEnd + (end - y.oldEnd) - other,
        });
      }
      const [endX, endY] = [x.oldEnd, y.oldEnd];
      if (endX >= endY) {
        theirsOff = y.newEnd - y.oldEnd;
        y = theirs[++j];
      }
      if (endY >= endX) {
        mineOff = x.newEnd - x.oldEnd;
        x = mine[++i];
      }
    }
  }
  return parts;
}

function spanOf(
  { oldStart, oldEnd, newStart, newEnd }: LineChange,
  of: 'ours' | 'theirs',
  otherOff: number,
): Omit<Part, 'take'> {
  const own = { start: newStart, count: newEnd - newStart };
  const other = { start: oldStart + otherOff, count: oldEnd - oldStart };
  const [ours, theirs] = of === 'ours' ? [own, other] : [other, own];
  return {
    base: oldStart,
    baseCount: oldEnd - oldStart,
    ours: ours.start,
    oursCount: ours.count,
    theirs: theirs.start,
    theirsCount: theirs.count,
  };
}

/** Takes the lines that both sides have in common out of a conflict. */
function refine(part: Part, a: readonly string[], b: readonly string[], blindness: Blindness): Part[] {
  if (part.oursCount === 0 || part.theirsCount === 0) return [part];
  const changes = diffLines(
    a.slice(part.ours, part.ours + part.oursCount),
    b.slice(part.theirs, part.theirs + part.theirsCount),
    blindness,
  );
  if (changes.length === 0) return [{ ...part, take: 'ours' }];
  return changes.map(({ oldStart, oldEnd, newStart, newEnd }) => ({
    ...part,
    ours: part.ours + oldStart,
    oursCount: oldEnd - oldStart,
    theirs: part.theirs + newStart,
    theirsCount: newEnd - newStart,
  }));
}

/** Cuts the lines that both sides have in common off the ends of a part. */
function trim(part: Part, a: readonly string[], b: readonly string[]): Part {
  const most = Math.min(part.oursCount, part.theirsCount);
  let start = 0;
  while (start < most && a[part.ours + start] === b[part.theirs + start]) start++;
  let end = 0;
  while (end < most - start && a[part.ours + part.oursCount - 1 - end] === b[part.theirs + part.theirsCount - 1 - end])
    end++;
  return {
    ...part,
    ours: part.ours + start,
    oursCount: part.oursCount - start - end,
    theirs: part.theirs + start,
    theirsCount: part.theirsCount - start - end,
  };
}

function joinNear(parts: readonly Part[]): Part[] {
  const found: Part[] = [];
  for (const part of parts) {
    const last = found.at(-1);
    if (last?.take === 'conflict' && part.take === 'conflict' && part.ours - (last.ours + last.oursCount) <= NEAR) {
      last.oursCount = part.ours + part.oursCount - last.ours;
      last.theirsCount = part.theirs + part.theirsCount - last.theirs;
      last.baseCount = part.base + part.baseCount - last.base;
    } else found.push({ ...part });
  }
  return found;
}
