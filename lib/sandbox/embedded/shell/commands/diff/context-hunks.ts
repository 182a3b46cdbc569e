import type { StructuredPatch } from 'diff';

type Hunk = StructuredPatch['hunks'][number];

/** A line of a hunk: its mark, and the rest with a note that no newline ends it. */
interface Marked {
  mark: string;
  lines: string[];
}

const RANGE = /^(?:\*\*\*|---) (\d+)(?:,(\d+))? (?:\*\*\*\*|----)$/;
const FILE = /^(?:\*\*\*|---) (?!\d+(?:,\d+)? (?:\*\*\*\*|----)$)([^\t]+)(?:\t(.*))?$/;

/** The patches of a text that `diff -c` made. */
export function contextPatches(text: string): StructuredPatch[] {
  const lines = text.replace(/\n$/, '').split('\n');
  const patches: StructuredPatch[] = [];
  let at = 0;
  /** The lines of one side of a hunk, after its range. */
  const side = (): Marked[] => {
    const taken: Marked[] = [];
    for (
      ;
      at < lines.length && /^(?:[-+! ] |[-+! ]?$|\\)/.test(lines[at] ?? '') && !RANGE.test(lines[at] ?? '');
      at += 1
    ) {
      const line = lines[at] ?? '';
      if (line.startsWith('\\')) taken.at(-1)?.lines.push(line);
      else taken.push({ mark: line.charAt(0) || ' ', lines: [line.slice(2)] });
    }
    return taken;
  };
  while (at < lines.length) {
    const [old, fresh] = [FILE.exec(lines[at] ?? ''), FILE.exec(lines[at + 1] ?? '')];
    if (lines[at]?.startsWith('*** ') && lines[at + 1]?.startsWith('--- ') && old && fresh) {
      patches.push({
        oldFileName: old[1] ?? '',
        newFileName: fresh[1] ?? '',
        oldHeader: old[2] ?? '',
        newHeader: fresh[2] ?? '',
        hunks: [],
      });
      at += 2;
    } else if (/^\*{15}/.test(lines[at] ?? '') && RANGE.test(lines[at + 1] ?? '')) {
      const from = rangeIn(lines[at + 1] ?? '');
      at += 2;
      const removed = side();
      const to = rangeIn(lines[at] ?? '');
      at += 1;
      patches.at(-1)?.hunks.push(hunkOf(from, to, removed, side()));
    } else at += 1;
  }
  return patches.filter(({ hunks }) => hunks.length > 0);
}

/** Where a range starts, and how many lines it has; an empty one names the line before it. */
function rangeIn(text: string): { start: number; count: number } {
  const [, first = '0', last = first] = RANGE.exec(text) ?? [];
  if (last === '0') return { start: 1, count: 0 };
  return { start: Number(first), count: Number(last) - Number(first) + 1 };
}

function hunkOf(
  from: ReturnType<typeof rangeIn>,
  to: ReturnType<typeof rangeIn>,
  removed: Marked[],
  added: Marked[],
): Hunk {
  const unchanged = (lines: Marked[]) => lines.filter(({ mark }) => mark === ' ');
  // A side without changes is left out.
  const old = removed.length > 0 ? [...removed] : unchanged(added);
  const fresh = added.length > 0 ? [...added] : unchanged(removed);
  const lines: string[] = [];
  const take = (side: Marked[], sign: string): void => {
    const [first = '', ...rest] = side.shift()?.lines ?? [];
    lines.push(sign + first, ...rest);
  };
  while (old.length > 0 || fresh.length > 0) {
    while (old[0] && old[0].mark !== ' ') take(old, '-');
    while (fresh[0] && fresh[0].mark !== ' ') take(fresh, '+');
    if (old.length > 0) take(old, ' ');
    fresh.shift();
  }
  return { oldStart: from.start, oldLines: from.count, newStart: to.start, newLines: to.count, lines };
}

/** A hunk as `diff -c` shows it; one of plain `diff` as `patch` rejects it. */
export function contextHunk({ oldStart, oldLines, newStart, newLines, lines }: Hunk, plain: boolean): string[] {
  const range = (start: number, count: number): string =>
    count === 0 ? '0' : count === 1 ? String(start) : `${start},${start + count - 1}`;
  const side = (sign: '-' | '+', other: '-' | '+'): string[] =>
    lines.flatMap((line, at) => {
      const mark = line.charAt(0);
      if (mark === '\\') return [line];
      if (mark === other) return [];
      return [`${mark === sign && !plain && isReplaced(lines, at, other) ? '!' : mark} ${line.slice(1)}`];
    });
  return [
    '***************',
    `*** ${range(oldStart, oldLines)}${plain ? '' : ' ****'}`,
    ...side('-', '+'),
    `--- ${range(newStart, newLines)} ${plain ? '-----' : '----'}`,
    ...side('+', '-'),
  ];
}

/** Whether a changed line stands in a run of changes that has lines of the other sign. */
function isReplaced(lines: readonly string[], at: number, other: string): boolean {
  const isChange = (index: number) => /^[-+\\]/.test(lines[index] ?? '');
  let [from, to] = [at, at];
  while (isChange(from - 1)) from -= 1;
  while (isChange(to + 1)) to += 1;
  return lines.slice(from, to + 1).some((line) => line.startsWith(other));
}
