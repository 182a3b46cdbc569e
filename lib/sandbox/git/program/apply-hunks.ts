import { splitLines } from '../diff/line-diff';
import type { PatchHunk } from './patch-file';

/** The text with the hunks applied, and how far each was moved. */
export interface Placed {
  readonly text: string;
  readonly offsets: readonly { readonly line: number; readonly offset: number }[];
  /** The hunks that do not fit anywhere. */
  readonly rejected: readonly PatchHunk[];
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
  { reverse = false, blind = false }: { reverse?: boolean; blind?: boolean } = {},
): Placed {
  const lines = splitLines(text);
  const rejected: PatchHunk[] = [];
  const offsets: { line: number; offset: number }[] = [];
  let moved = 0;
  for (const given of hunks) {
    const [before, after] = reverse
      ? [sideOf(given, '-'), sideOf(given, '+')]
      : [sideOf(given, '+'), sideOf(given, '-')];
    const start = reverse ? given.newStart : given.oldStart;
    const wanted = Math.max(0, (before.length === 0 ? start : start - 1) + moved);
    const body = given.lines.filter((line) => !line.startsWith('\\'));
    const lead = body.findIndex((line) => !line.startsWith(' '));
    const trail = body.toReversed().findIndex((line) => !line.startsWith(' '));
    const at = placeOf(lines, before, wanted, { atStart: start <= 1 && lead < trail, atEnd: trail < lead, blind });
    if (at < 0) {
      rejected.push(given);
      continue;
    }
    const kept = blind ? keepContext(lines.slice(at, at + before.length), before, after) : after;
    lines.splice(at, before.length, ...kept);
    offsets.push({ line: at + 1, offset: at - wanted });
    moved += after.length - before.length + (at - wanted);
  }
  return { text: lines.join(''), offsets, rejected };
}

const keepContext = (own: readonly string[], before: readonly string[], after: readonly string[]): string[] =>
  after.map((line) => own[before.indexOf(line)] ?? line);

function placeOf(
  lines: readonly string[],
  wanted: readonly string[],
  at: number,
  { atStart, atEnd, blind }: { atStart: boolean; atEnd: boolean; blind: boolean },
): number {
  const key = (line: string | undefined) => (blind ? line?.replaceAll(/\s+/g, '') : line);
  const fits = (start: number) =>
    start >= 0 &&
    start + wanted.length <= lines.length &&
    wanted.every((line, step) => key(lines[start + step]) === key(line)) &&
    (!atStart || start === 0) &&
    (!atEnd || start + wanted.length === lines.length);
  if (wanted.length === 0 && lines.length > 0 && at === 0) return -1;
  for (let distance = 0; distance <= lines.length; distance++) {
    if (fits(at + distance)) return at + distance;
    if (distance > 0 && fits(at - distance)) return at - distance;
  }
  return -1;
}
