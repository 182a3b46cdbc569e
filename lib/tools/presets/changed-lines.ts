import { parsePatch } from 'diff';

/** The part of a file that a patch changes, as it is afterwards, in the format of `cat -n`. */
export function changedLines(patch: string): string {
  return hunksOf(patch)
    .map(({ newStart, lines }) =>
      lines
        .filter((line) => line.startsWith('+') || line.startsWith(' '))
        .map((line, index) => `${String(newStart + index).padStart(6)}\t${line.slice(1)}`)
        .join('\n'),
    )
    .join('\n');
}

/** The first line, from 1, that a patch changes. */
export function firstChangedLine(patch: string): number {
  const [hunk] = hunksOf(patch);
  if (!hunk) return 1;
  const unchanged = hunk.lines.findIndex((line) => !line.startsWith(' '));
  return hunk.newStart + Math.max(0, unchanged);
}

/** The hunks of a patch; none if it was cut in the middle of a hunk. */
function hunksOf(patch: string) {
  try {
    return parsePatch(patch).flatMap(({ hunks }) => hunks);
  } catch {
    return [];
  }
}
