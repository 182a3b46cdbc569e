import type { Commit } from '../../store/commit';
import type { Context } from '../setup/context';
import { changesOf } from '../diff/diff-sides';
import { commitHistory, parentsOf, reachable, topologically } from '../refs/history';
import type { Chosen, LogOptions } from './log-options';
import { wantedBy } from '../setup/pathspec';

/** The commits that changed some paths, and their parents. */
export interface SimplifiedHistory {
  readonly commits: readonly Commit[];
  /** By id, the nearest ancestors that are listed. */
  readonly parents: ReadonlyMap<string, readonly string[]>;
  /** By id, the parents that are left to a commit: the listed ones, or without links those that were followed. */
  readonly kin: ReadonlyMap<string, readonly string[]>;
}

interface Step {
  readonly commit: Commit;
  /** The parents to follow. */
  readonly follows: readonly string[];
  /** The parents in which the paths are the same. */
  readonly alike: readonly string[];
  /** Whether it did not change the paths. */
  readonly same: boolean;
}

/**
 * Leaves out commits that do not touch some paths, following `--full-history`, `--simplify-merges` and `--sparse`.
 * `decorated`: the commits that `--simplify-by-decoration` keeps, alone or beside those that touch the paths.
 */
export async function simplifyHistory(
  context: Context,
  chosen: Chosen,
  { is }: LogOptions,
  decorated?: ReadonlySet<string>,
): Promise<SimplifiedHistory> {
  const simplifies = is('simplifyMerges') || decorated !== undefined;
  const linked = is('graph') || is('parents') || is('children') || simplifies;
  const full = is('fullHistory') || simplifies;
  const steps = await stepsOf(context, chosen, { full, firstParent: is('firstParent'), decorated });
  // A merge that brought in what another parent already had.
  const isPull = ({ commit, alike }: Step) => alike[0] !== undefined && alike[0] !== commit.parents[0];
  const stays = (step: Step) => {
    const { commit, follows, same } = step;
    return (
      is('sparse') ||
      !same ||
      (is('showPulls') && isPull(step)) ||
      (full && linked && follows.length > 1 && commit.parents.length > 1)
    );
  };
  const keeps = new Set([...steps.values()].filter(stays).map(({ commit }) => commit.oid));
  const parents = new Map([...keeps].map((oid) => [oid, nearest(steps, keeps, oid)] as const));
  if (simplifies) await mergeAway(context, steps, keeps, parents);
  return {
    commits: [...steps.values()].map(({ commit }) => commit).filter(({ oid }) => keeps.has(oid)),
    parents,
    kin: linked ? parents : new Map([...steps].map(([oid, { follows }]) => [oid, follows])),
  };
}

/** Every commit reached; without `full`, a merge that is the same as one of its parents follows only that parent. */
async function stepsOf(
  context: Context,
  chosen: Chosen,
  { full, firstParent, decorated }: { full: boolean; firstParent: boolean; decorated: ReadonlySet<string> | undefined },
): Promise<Map<string, Step>> {
  const wanted = wantedBy(chosen.specs);
  const seen: Commit[] = [];
  for await (const commit of commitHistory(context, chosen.include, { without: chosen.exclude, firstParent }))
    seen.push(commit);
  const reached = new Set(chosen.include);
  const steps = new Map<string, Step>();
  for (const commit of seen) {
    if (!reached.has(commit.oid)) continue;
    const parents = firstParent ? commit.parents.slice(0, 1) : await parentsOf(context, commit);
    const same: string[] = [];
    for (const [at, parent] of parents.entries()) {
      if (decorated?.has(commit.oid)) continue;
      const isFree = decorated !== undefined && chosen.specs.length === 0;
      if (!isFree && (await changesOf(context, commit, wanted, at)).length > 0) continue;
      same.push(parent);
      if (!full) break;
    }
    const isSame =
      parents.length === 0
        ? (await changesOf(context, commit, wanted)).length === 0
        : full
          ? same.length === parents.length
          : same.length > 0;
    const follows = !full && same.length > 0 ? same : parents;
    steps.set(commit.oid, { commit, follows, alike: same, same: isSame });
    for (const oid of follows) reached.add(oid);
  }
  return steps;
}

/** The nearest ancestors of a commit that are kept. */
function nearest(steps: ReadonlyMap<string, Step>, keeps: ReadonlySet<string>, oid: string): readonly string[] {
  const found = new Set<string>();
  const done = new Set<string>();
  const waiting = [...(steps.get(oid)?.follows ?? [])];
  for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
    if (done.has(at)) continue;
    done.add(at);
    if (keeps.has(at)) found.add(at);
    else waiting.unshift(...(steps.get(at)?.follows ?? []));
  }
  return [...found];
}

/** `--simplify-merges`: drops merges whose sides became one line. */
async function mergeAway(
  context: Context,
  steps: ReadonlyMap<string, Step>,
  keeps: Set<string>,
  parents: Map<string, readonly string[]>,
): Promise<void> {
  const commits = [...steps.values()].map(({ commit }) => commit).filter(({ oid }) => keeps.has(oid));
  const instead = new Map<string, string>();
  for (const { oid } of (await topologically(context, commits)).toReversed()) {
    const own = [...new Set((parents.get(oid) ?? []).map((parent) => instead.get(parent) ?? parent))];
    const heads: string[] = [];
    for (const parent of own) {
      const others = own.filter((other) => other !== parent);
      const behind = others.length > 0 && (await reachable(context, others)).has(parent);
      if (!behind) heads.push(parent);
    }
    parents.set(oid, heads);
    const [only] = heads;
    const step = steps.get(oid);
    if (!step || step.commit.parents.length < 2 || heads.length !== 1 || only === undefined) continue;
    const leads = (parent: string) =>
      keeps.has(parent) ? parent === only : (instead.get(parent) ?? nearest(steps, keeps, parent)[0]) === only;
    if (!step.follows.filter(leads).every((parent) => step.alike.includes(parent))) continue;
    instead.set(oid, only);
    keeps.delete(oid);
    parents.delete(oid);
  }
  for (const [oid, own] of parents) parents.set(oid, [...new Set(own.map((parent) => instead.get(parent) ?? parent))]);
}
