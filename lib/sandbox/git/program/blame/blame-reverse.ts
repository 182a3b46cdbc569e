import { splitLines } from '../../diff/line-diff';
import { findRenames } from '../../diff/renames';
import { SAME } from '../../diff/file-change';
import { readCommit, type Commit } from '../../store/commit';
import { entryAt } from '../../store/tree';
import { mapLines, textAt, type Blamed } from './blamed-text';
import type { Context } from '../setup/context';
import { changesOf } from '../diff/diff-sides';
import { commitHistory } from '../refs/history';
import { treeOfCommit } from '../worktree/merge-into-work';

/** Follows each line of a file forward, to the last commit up to `to` that still has it. */
export async function blameForward(
  context: Context,
  { from, to, path, allSpace }: { from: string; to: string; path: string; allSpace: boolean },
): Promise<Blamed[]> {
  const children = new Map<string, Commit[]>();
  for await (const commit of commitHistory(context, [to], { without: [from] }))
    for (const parent of commit.parents) children.set(parent, [...(children.get(parent) ?? []), commit]);
  const result = new Map<number, Blamed>();
  const lines = splitLines(await textAt(context, from, path));
  const waiting = [{ commit: await readCommit(context.objects, from), path, lines: lines.map((_, at) => [at, at]) }];
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { commit, path: own } = next;
    let left = next.lines;
    const text = splitLines(await textAt(context, commit.oid, own));
    for (const child of children.get(commit.oid) ?? []) {
      const later = await pathAfter(context, child, child.parents.indexOf(commit.oid), own);
      if (later === undefined) continue;
      const same = mapLines(text, splitLines(await textAt(context, child.oid, later)), { allSpace });
      const places = new Map(same.map(([now, old]) => [old, now]));
      const kept = left.flatMap(([line = 0, owner = 0]) => {
        const place = places.get(line);
        return place === undefined ? [] : [[place, owner]];
      });
      if (kept.length > 0) waiting.push({ commit: child, path: later, lines: kept });
      left = left.filter(([line = 0]) => !places.has(line));
    }
    const end = commit.oid === from ? 'range' : undefined;
    for (const [line = 0, owner = 0] of left)
      result.set(owner, { commit, path: own, line, end, previous: undefined, passed: undefined });
  }
  return lines.flatMap((_, at) => result.get(at) ?? []);
}

/** The name that a file of a parent has in a commit; undefined if the commit removed it. */
async function pathAfter(context: Context, commit: Commit, at: number, path: string): Promise<string | undefined> {
  if (await entryAt(context.objects, await treeOfCommit(context, commit.oid), path)) return path;
  const changes = await findRenames(await changesOf(context, commit, undefined, at), { least: SAME / 2 });
  return changes.find(({ before, after }) => before?.path === path && after)?.path;
}
