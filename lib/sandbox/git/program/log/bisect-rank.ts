import type { Commit } from '../../store/commit';
import type { Context } from '../setup/context';
import { reachable } from '../refs/history';

/** A commit that is left, with how far a test of it would get. */
export interface Ranked {
  readonly commit: Commit;
  readonly distance: number;
  readonly weight: number;
  readonly isMerge: boolean;
  /** Whether none of its parents is in question. */
  readonly isFirst: boolean;
}

/**
 * How far a test of each of the commits that are left would get. `reached`: those in question, of which others may be left
 * out; `firstParent`: they are one line.
 */
export async function rankCommits(
  context: Context,
  left: readonly Commit[],
  { reached = left, firstParent = false }: { reached?: readonly Commit[]; firstParent?: boolean } = {},
): Promise<Ranked[]> {
  const inside = new Set(left.map(({ oid }) => oid));
  const known = new Set(reached.map(({ oid }) => oid));
  const ranked: Ranked[] = [];
  for (const [at, commit] of left.entries()) {
    const weight = firstParent
      ? left.length - at
      : [...(await reachable(context, [commit.oid]))].filter((oid) => inside.has(oid)).length;
    const parents = commit.parents.filter((oid) => known.has(oid)).length;
    ranked.push({
      commit,
      weight,
      distance: Math.min(weight, left.length - weight),
      isMerge: parents > 1 && !firstParent,
      isFirst: parents === 0,
    });
  }
  return ranked;
}

/** Like git: first a merge in the middle, then another commit there that has ancestors in question, then those nearest to the middle. */
export function bestFirst(ranked: readonly Ranked[]): readonly Ranked[] {
  const oldest = ranked.toReversed();
  const isMiddle = ({ weight }: Ranked) => Math.abs(2 * weight - ranked.length) <= Math.max(1, ranked.length / 1024);
  const middle =
    oldest.find((one) => one.isMerge && isMiddle(one)) ??
    oldest.find((one) => !one.isMerge && !one.isFirst && isMiddle(one));
  const nearest = oldest.toSorted((a, b) => b.distance - a.distance);
  return middle ? [middle, ...nearest] : nearest;
}

export const byRank = (ranked: readonly Ranked[]): Ranked[] =>
  ranked.toSorted((a, b) => b.distance - a.distance || (a.commit.oid < b.commit.oid ? -1 : 1));

/** If the best commit is skipped, git picks one some way off; the same one for the same number of commits. */
export function awayFromSkipped(
  ranked: readonly Ranked[],
  skipped: ReadonlySet<string>,
  bad: string,
): readonly Ranked[] {
  const sorted = byRank(ranked);
  const open = sorted.filter(({ commit }) => !skipped.has(commit.oid));
  if (open.length === 0 || sorted[0] === open[0]) return open;
  const MODULO = 32_768;
  const chance = Math.floor(((Math.imul(open.length, 1_103_515_245) + 12_345) >>> 0) / 65_536) % MODULO;
  const at = Math.floor((Math.floor((open.length * chance) / MODULO) * roughRoot(chance)) / roughRoot(MODULO));
  const chosen = open[at]?.commit.oid === bad ? (open[at - 1] ?? open[0]) : (open[at] ?? open[0]);
  return chosen ? [chosen, ...open] : open;
}

function roughRoot(value: number): number {
  if (value === 0) return 0;
  for (let root = value; ;) {
    const next = (root + value / root) / 2;
    const apart = Math.abs(next - root);
    root = next;
    if (apart < 0.5) return Math.floor(root);
  }
}

/** How many more tests are needed. */
export function stepsFor(all: number): number {
  if (all < 3) return 0;
  const n = Math.floor(Math.log2(all));
  const e = 2 ** n;
  return e < 3 * (all - e) ? n : n - 1;
}
