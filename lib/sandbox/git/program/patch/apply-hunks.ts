import { splitLines } from '../../diff/line-diff';
import type { PatchHunk } from './patch-file';

/** A hunk that was applied: where, how far from where it should be, and with how much context if not all of it fits. */
export interface PlacedHunk {
  readonly number: number;
  /** The line in the file, from 1. */
  readonly line: number;
  readonly offset: number;
  readonly reduced: readonly [leading: number, trailing: number] | undefined;
}

/** The text with the hunks applied. */
export interface Placed {
  readonly text: string;
  readonly placed: readonly PlacedHunk[];
  /** The hunks that do not fit anywhere. */
  readonly rejected: readonly PatchHunk[];
}

export interface FitRules {
  readonly reverse?: boolean;
  /** Ignores white space. */
  readonly blind?: boolean;
  /** At least this many lines of context around a change have to fit; all of them if undefined. */
  readonly context?: number | undefined;
  /** Hunks may have no context. */
  readonly zero?: boolean;
}

const sideOf = (hunk: PatchHunk, drop: '+' | '-'): string[] => {
  const found: string[] = [];
  let lastKept = false;
  for (const line of hunk.lines) {
    if (line.startsWith('\\')) {
      const last = found.at(-1);
      if (last !== undefined && lastKept) found[found.length - 1] = last.replace(/\n$/, '');
      continue;
    }
    lastKept = !line.startsWith(drop);
    if (lastKept) found.push(`${line.slice(1)}\n`);
  }
  return found;
};

/** Applies hunks to a text, each where its lines are, which may be some lines away. */
export function applyHunks(
  text: string,
  hunks: readonly PatchHunk[],
  { reverse = false, blind = false, context, zero = false }: FitRules = {},
): Placed {
  const lines = splitLines(text);
  const rejected: PatchHunk[] = [];
  const placed: PlacedHunk[] = [];
  for (const [number, given] of hunks.entries()) {
    const [before, after] = reverse
      ? [sideOf(given, '-'), sideOf(given, '+')]
      : [sideOf(given, '+'), sideOf(given, '-')];
    const [oldStart, newStart] = reverse ? [given.newStart, given.oldStart] : [given.oldStart, given.newStart];
    const body = given.lines.filter((line) => !line.startsWith('\\'));
    const first = body.findIndex((line) => !line.startsWith(' '));
    const full = [first, body.toReversed().findIndex((line) => !line.startsWith(' '))] as const;
    let [leading, trailing] = full;
    let atStart = oldStart === 0 || (oldStart === 1 && !zero);
    let atEnd = !zero && trailing === 0;
    let wanted = Math.max(0, newStart - 1);
    let at = placeOf(lines, before, wanted, { atStart, atEnd, blind });
    // Looks for the place with less and less context.
    while (at < 0 && context !== undefined && (leading > context || trailing > context)) {
      if (atStart || atEnd) [atStart, atEnd] = [false, false];
      else {
        const isLonger = trailing > leading;
        if (!isLonger) {
          for (const side of [before, after]) side.shift();
          wanted--;
          leading--;
        }
        if (isLonger || trailing > leading) {
          for (const side of [before, after]) side.pop();
          trailing--;
        }
      }
      at = placeOf(lines, before, wanted, { atStart, atEnd, blind });
    }
    if (at < 0) {
      rejected.push(given);
      continue;
    }
    const kept = blind ? keepContext(lines.slice(at, at + before.length), before, after) : after;
    lines.splice(at, before.length, ...kept);
    const isReduced = leading !== full[0] || trailing !== full[1];
    placed.push({
      number: number + 1,
      line: at + 1,
      offset: reverse ? wanted - at : at - wanted,
      reduced: isReduced ? [leading, trailing] : undefined,
    });
  }
  return { text: lines.join(''), placed, rejected };
}

const keepContext = (own: readonly string[], before: readonly string[], after: readonly string[]): string[] =>
  after.map((line) => own[before.indexOf(line)] ?? line);

function placeOf(
  lines: readonly string[],
  wanted: readonly string[],
  at: number,
  { atStart, atEnd, blind }: { atStart: boolean; atEnd: boolean; blind: boolean },
): number {
  const key = (line: string | undefined) => (blind ? line?.replace(/[\r\n]+$/, '').replaceAll(/\s+/g, ' ') : line);
  const fits = (start: number) =>
    start >= 0 &&
    start + wanted.length <= lines.length &&
    wanted.every((line, step) => key(lines[start + step]) === key(line)) &&
    (!atStart || start === 0) &&
    (!atEnd || start + wanted.length === lines.length);
  // What has to be at an end is sought from there.
  const start = Math.min(lines.length, Math.max(0, atStart ? 0 : atEnd ? lines.length - wanted.length : at));
  for (let distance = 0; distance <= lines.length; distance++) {
    if (fits(start + distance)) return start + distance;
    if (distance > 0 && fits(start - distance)) return start - distance;
  }
  return -1;
}
