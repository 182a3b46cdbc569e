import { splitLines } from '../../diff/line-diff';
import { GITLINK } from '../../store/tree';
import type { Commit } from '../../store/commit';
import { mapLines, pathBefore, textAt } from './blamed-text';
import type { Context } from '../setup/context';
import { changesOf, filesOfTree } from '../diff/diff-sides';
import { treeOfCommit } from '../worktree/merge-into-work';

/** How to look for moved or copied lines; `move` and `copy` are how many letters and digits a piece needs. */
export interface MoveSearch {
  readonly move: number;
  readonly copy: number;
  /** 0: the file itself; 1: files that the commit changed; 2: for a new file, all files; 3: all files. */
  readonly reach: number;
}

/** What `-M` and `-C` ask for; undefined if neither was given. */
export function searchOf({ values }: { values(name: 'moves' | 'copies'): readonly string[] }): MoveSearch | undefined {
  const [moves, copies] = [values('moves'), values('copies')];
  if (moves.length + copies.length === 0) return undefined;
  return { move: Number(moves.at(-1) || 20), copy: Number(copies.at(-1) || 40), reach: Math.min(3, copies.length) };
}

interface Searched {
  readonly commit: Commit;
  /** Which parent to search. */
  readonly at: number;
  readonly path: string;
  readonly text: readonly string[];
  /** The lines that this commit is blamed for so far. */
  readonly lines: ReadonlyMap<number, readonly number[]>;
  readonly search: MoveSearch;
  readonly blindness: { readonly allSpace: boolean };
}

type Source = { readonly path: string; readonly line: number };

/** Where lines of a commit were in its parent, by line number. */
export async function findMoves(context: Context, asked: Searched): Promise<Map<number, Source>> {
  const { commit, at, path, lines, search } = asked;
  const parent = commit.parents[at] ?? '';
  const before = await pathBefore(context, commit, path, at);
  const found = new Map<number, Source>();
  if (before !== undefined) {
    const own = new Map([[before, splitLines(await textAt(context, parent, before))]]);
    takePieces(asked, [...lines.keys()], own, search.move, found);
  }
  if (search.reach === 0) return found;
  const others = new Map<string, string[]>();
  for (const other of await candidates(context, asked, before === undefined))
    if (other !== before) others.set(other, splitLines(await textAt(context, parent, other)));
  const rest = [...lines.keys()].filter((line) => !found.has(line));
  takePieces(asked, rest, others, search.copy, found);
  return found;
}

async function candidates(
  context: Context,
  { commit, at, search }: Searched,
  isNew: boolean,
): Promise<readonly string[]> {
  if (search.reach === 3 || (search.reach === 2 && isNew)) {
    const files = await filesOfTree(context, await treeOfCommit(context, commit.parents[at]));
    return [...files.values()].filter(({ mode }) => mode !== GITLINK).map(({ path }) => path);
  }
  const changes = await changesOf(context, commit, undefined, at);
  return changes.flatMap(({ before }) => (before && before.mode !== GITLINK ? [before.path] : []));
}

/** Takes the best piece out of each run of lines, and continues with what is left on both sides of it. */
function takePieces(
  { text, blindness }: Searched,
  numbers: readonly number[],
  sources: ReadonlyMap<string, readonly string[]>,
  least: number,
  found: Map<number, Source>,
): void {
  const runs = runsOf(numbers.toSorted((a, b) => a - b));
  for (let run = runs.pop(); run; run = runs.pop()) {
    const own = text.slice(run[0], run[1]);
    if (weight(own) <= least) continue;
    let best: { start: number; end: number; path: string; from: number; weight: number } | undefined;
    for (const [path, lines] of sources)
      for (const piece of piecesIn(mapLines(lines, own, blindness))) {
        const heavy = weight(own.slice(piece.start, piece.end));
        if (!best || heavy >= best.weight) best = { ...piece, path, weight: heavy };
      }
    if (!best || best.weight <= least) continue;
    for (let line = best.start; line < best.end; line++)
      found.set(run[0] + line, { path: best.path, line: best.from + line - best.start });
    if (best.start > 0) runs.push([run[0], run[0] + best.start]);
    if (run[0] + best.end < run[1]) runs.push([run[0] + best.end, run[1]]);
  }
}

function runsOf(numbers: readonly number[]): [number, number][] {
  const runs: [number, number][] = [];
  for (const line of numbers) {
    const last = runs.at(-1);
    if (last && last[1] === line) last[1] = line + 1;
    else runs.push([line, line + 1]);
  }
  return runs;
}

/** Runs of lines that are consecutive on both sides. */
function piecesIn(pairs: readonly (readonly [number, number])[]): { start: number; end: number; from: number }[] {
  const pieces: { start: number; end: number; from: number }[] = [];
  for (const [now, old] of pairs) {
    const last = pieces.at(-1);
    if (last && last.end === now && last.from + now - last.start === old) last.end = now + 1;
    else pieces.push({ start: now, end: now + 1, from: old });
  }
  return pieces;
}

const weight = (lines: readonly string[]): number => 1 + (lines.join('').match(/[A-Za-z0-9]/g)?.length ?? 0);
