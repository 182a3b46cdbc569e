import { readCommit, type Commit } from '../../store/commit';
import { diffLines, splitLines } from '../../diff/line-diff';
import type { Context } from '../setup/context';
import { parentsOf } from '../refs/history';
import { mapLines, pathBefore, textAt, type Blamed } from './blamed-text';
import { findMoves, type MoveSearch } from './blame-moves';

/** Where blame stops. */
export interface Limits {
  readonly hidden: ReadonlySet<string>;
  /** Seconds since 1970. */
  readonly since: number;
  /** Commits that are not blamed for lines that a parent has too, in another form. */
  readonly ignored: ReadonlySet<string>;
}

/** Where the lines of an ignored commit were before: in its place among the lines that they replace. */
function guessLines(old: readonly string[], now: readonly string[]): [number, number][] {
  return diffLines(old, now).flatMap(({ oldStart, oldEnd, newStart, newEnd }) =>
    Array.from({ length: Math.min(oldEnd - oldStart, newEnd - newStart) }, (_, at): [number, number] => [
      newStart + at,
      oldStart + at,
    ]),
  );
}

/** Follows each line back to the commit that introduced it. */
export async function blameLines(
  context: Context,
  start: string,
  path: string,
  committed: string,
  lines: readonly string[],
  blind: boolean,
  { hidden, since, ignored }: Limits,
  search: MoveSearch | undefined,
): Promise<Blamed[]> {
  const result: Blamed[] = lines.map((_, line) => ({
    commit: undefined,
    path,
    line,
    end: undefined,
    previous: committed === '' ? undefined : { oid: start, path },
    passed: undefined,
  }));
  const guessed = new Set<number>();
  const open = new Map<string, { path: string; lines: Map<number, number[]> }>();
  const blindness = { allSpace: blind };
  const first = mapLines(splitLines(committed), lines, blindness);
  const begin = new Map<number, number[]>();
  for (const [now, old] of first) begin.set(old, [...(begin.get(old) ?? []), now]);
  open.set(`${start}\0${path}`, { path, lines: begin });
  for (let entry = await newest(context, open); entry; entry = await newest(context, open)) {
    const [key, state, commit] = entry;
    open.delete(key);
    const text = splitLines(await textAt(context, commit.oid, state.path));
    let left = state.lines;
    const ends = hidden.has(commit.oid) || commit.committer.time < since;
    const parents = ends ? [] : await parentsOf(context, commit);
    let previous: Blamed['previous'];
    for (const [at, parent] of parents.entries()) {
      if (left.size === 0) break;
      const before = await pathBefore(context, commit, state.path, at);
      if (before === undefined) continue;
      previous ??= { oid: parent, path: before };
      const old = splitLines(await textAt(context, parent, before));
      const rest = new Map<number, number[]>();
      const guesses = ignored.has(commit.oid) ? guessLines(old, text) : [];
      const kept = new Map(mapLines(old, text, blindness));
      const same = new Map([...guesses, ...kept]);
      const id = `${parent}\0${before}`;
      const target = open.get(id) ?? { path: before, lines: new Map<number, number[]>() };
      for (const [line, owners] of left) {
        const source = same.get(line);
        if (source === undefined) rest.set(line, owners);
        else target.lines.set(source, [...(target.lines.get(source) ?? []), ...owners]);
        if (source !== undefined && !kept.has(line)) for (const owner of owners) guessed.add(owner);
      }
      if (target.lines.size > 0) open.set(id, target);
      left = rest;
    }
    for (const [at, parent] of search ? parents.entries() : []) {
      if (left.size === 0 || !search) break;
      const moved = await findMoves(context, { commit, at, path: state.path, text, lines: left, search, blindness });
      for (const [line, { path: from, line: source }] of moved) {
        const id = `${parent}\0${from}`;
        const target = open.get(id) ?? { path: from, lines: new Map<number, number[]>() };
        target.lines.set(source, [...(target.lines.get(source) ?? []), ...(left.get(line) ?? [])]);
        open.set(id, target);
      }
      left = new Map([...left].filter(([line]) => !moved.has(line)));
    }
    for (const [line, owners] of left)
      for (const owner of owners)
        result[owner] = {
          commit,
          path: state.path,
          line,
          end: ends ? 'range' : parents.length === 0 ? 'root' : undefined,
          previous,
          passed: guessed.has(owner) ? 'guessed' : ignored.has(commit.oid) ? 'unknown' : undefined,
        };
  }
  return result;
}

async function newest(context: Context, open: ReadonlyMap<string, { path: string; lines: Map<number, number[]> }>) {
  let best: [string, { path: string; lines: Map<number, number[]> }, Commit] | undefined;
  for (const [key, state] of open) {
    const commit = await readCommit(context.objects, key.slice(0, 40));
    if (!best || commit.committer.time > best[2].committer.time) best = [key, state, commit];
  }
  return best;
}
