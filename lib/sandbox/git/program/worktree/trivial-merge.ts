import { GitFailure } from '../../git-failure';
import { hunkLines, hunksOf, rangeText } from '../../diff/hunks';
import { diffLines, splitLines } from '../../diff/line-diff';
import { mergeTexts } from '../../merge/merge-text';
import { comparePaths, decodeUtf8, isBinary } from '../../store/bytes';
import { flattenTree, formatMode, sameEntry, type FileEntry } from '../../store/tree';
import type { Context } from '../setup/context';
import { conflictStyle } from './merge-into-work';
import { resolveTree } from '../refs/revision';

type Sides = readonly [base: FileEntry | undefined, ours: FileEntry | undefined, theirs: FileEntry | undefined];

/** `merge-tree base ours theirs`: what a merge of three trees would change in ours, as a list of files with their changes. */
export async function trivialMerge(context: Context, names: readonly [string, string, string]): Promise<string> {
  const [base, ours, theirs] = [
    await filesAt(context, names[0]),
    await filesAt(context, names[1]),
    await filesAt(context, names[2]),
  ];
  const paths = new Set([...base.keys(), ...ours.keys(), ...theirs.keys()]);
  let out = '';
  for (const path of [...paths].toSorted(comparePaths)) {
    const sides: Sides = [base.get(path), ours.get(path), theirs.get(path)];
    // What only we changed, or both in the same way, needs no word.
    if (!sameEntry(sides[0], sides[2]) && !sameEntry(sides[1], sides[2])) out += await fileText(context, path, sides);
  }
  return out;
}

const filesAt = async (context: Context, name: string): Promise<Map<string, FileEntry>> =>
  flattenTree(context.objects, await resolveTree(context, name));

async function fileText(context: Context, path: string, sides: Sides): Promise<string> {
  const [base, ours, theirs] = sides;
  const line = (name: string, entry: FileEntry | undefined) =>
    entry ? `  ${name.padEnd(6)} ${formatMode(entry.mode)} ${entry.oid} ${path}\n` : '';
  const text = async (entry: FileEntry | undefined) => {
    const bytes = entry ? await context.objects.blob(entry.oid) : new Uint8Array();
    if (isBinary(bytes)) throw new GitFailure(`Cannot merge binary files: ${path}`);
    return decodeUtf8(bytes);
  };
  const isTaken = base !== undefined && theirs !== undefined && sameEntry(base, ours);
  const list = isTaken
    ? `${line('result', theirs)}${line('our', ours)}`
    : `${line('base', base)}${line('our', ours)}${line('their', theirs)}`;
  const before = await text(ours);
  const merged =
    isTaken || (!base && !ours)
      ? await text(theirs)
      : ours && theirs
        ? mergeTexts(await text(base), before, await text(theirs), {
            labels: { ours: '.our', base: '', theirs: '.their' },
            style: conflictStyle(context),
          }).text
        : '';
  return `${titleOf(sides, isTaken)}\n${list}${patch(before, merged)}`;
}

function titleOf([base, ours, theirs]: Sides, isTaken: boolean): string {
  if (isTaken) return 'merged';
  if (!base) return ours ? 'added in both' : 'added in remote';
  return ours && theirs ? 'changed in both' : ours ? 'removed in remote' : 'removed in local';
}

/** The hunks between two texts, without headings. */
function patch(before: string, after: string): string {
  const [old, now] = [splitLines(before), splitLines(after)];
  const hunks = hunksOf(diffLines(old, now), old, now, { context: 3, between: 0, functions: false });
  return hunks
    .map(
      (hunk) =>
        `${rangeText(hunk)}\n${hunkLines(hunk, old, now)
          .map((line) => `${line}\n`)
          .join('')}`,
    )
    .join('');
}
