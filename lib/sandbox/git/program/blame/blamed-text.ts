import { diffLines } from '../../diff/line-diff';
import { findRenames } from '../../diff/renames';
import { SAME } from '../../diff/file-change';
import { decodeUtf8 } from '../../store/bytes';
import type { Commit } from '../../store/commit';
import { entryAt } from '../../store/tree';
import type { Context } from '../setup/context';
import { convertText, diffDriver } from '../diff/diff-driver';
import { changesOf } from '../diff/diff-sides';
import { treeOfCommit } from '../worktree/merge-into-work';

/** A line of what `blame` finds, with the commit, path and line number that it comes from. */
export interface Blamed {
  commit: Commit | undefined;
  path: string;
  line: number;
  /** Why nothing before is looked at: it is the first commit, or outside the range; undefined if there is more. */
  end: 'root' | 'range' | undefined;
  /** The version before, for a commit that changed the file. */
  previous: { readonly oid: string; readonly path: string } | undefined;
  /** Whether a commit that is not to be blamed changed it: what it was before is guessed, or not known. */
  passed: 'guessed' | 'unknown' | undefined;
}

/** A file's text in a commit; empty if the commit does not have it. */
export async function textAt(context: Context, commit: string, path: string): Promise<string> {
  const entry = await entryAt(context.objects, await treeOfCommit(context, commit), path);
  return entry ? shownText(context, path, await context.objects.blob(entry.oid)) : '';
}

/** A version of a file as text, by its textconv program if it has one. */
export async function shownText(context: Context, path: string, bytes: Uint8Array): Promise<string> {
  const { textconv } = await diffDriver(context, path);
  return decodeUtf8(textconv === undefined ? bytes : await convertText(context, textconv, path, bytes));
}

/** The name of a file in a parent; undefined if the parent does not have it. */
export async function pathBefore(
  context: Context,
  commit: Commit,
  path: string,
  at: number,
): Promise<string | undefined> {
  const parent = commit.parents[at];
  if (parent === undefined) return undefined;
  if (await entryAt(context.objects, await treeOfCommit(context, parent), path)) return path;
  const changes = await findRenames(await changesOf(context, commit, undefined, at), { least: SAME / 2 });
  return changes.find((change) => change.path === path)?.before?.path;
}

/** Maps lines that are the same on both sides, from their number now to the one before. */
export function mapLines(
  old: readonly string[],
  now: readonly string[],
  blindness: { allSpace: boolean },
): [number, number][] {
  const found: [number, number][] = [];
  let [i, j] = [0, 0];
  for (const { oldStart, oldEnd, newStart, newEnd } of [
    ...diffLines(old, now, blindness),
    { oldStart: old.length, oldEnd: old.length, newStart: now.length, newEnd: now.length },
  ]) {
    while (i < oldStart && j < newStart) found.push([j++, i++]);
    [i, j] = [oldEnd, newEnd];
  }
  return found;
}
