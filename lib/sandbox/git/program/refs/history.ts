import { decodeUtf8 } from '../../store/bytes';
import { readCommit, type Commit } from '../../store/commit';
import type { Context } from '../setup/context';

type Objects = Pick<Context, 'objects' | 'fs' | 'common'>;

/** Commits in a queue, newest first; of commits from the same second, the one added first. */
class Queue {
  private readonly waiting: Commit[] = [];
  get isEmpty(): boolean {
    return this.waiting.length === 0;
  }
  put(commit: Commit): void {
    let [low, high] = [0, this.waiting.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.waiting[middle]?.committer.time ?? 0) >= commit.committer.time) low = middle + 1;
      else high = middle;
    }
    this.waiting.splice(low, 0, commit);
  }
  take = (): Commit | undefined => this.waiting.shift();
  some = (test: (commit: Commit) => boolean): boolean => this.waiting.some(test);
}

/** The parents that exist here: a shallow clone does not have all of them. */
export async function parentsOf(
  { fs, common }: Pick<Objects, 'fs' | 'common'>,
  commit: Commit,
): Promise<readonly string[]> {
  const shallow = await shallowCommits({ fs, common });
  return shallow.has(commit.oid) ? [] : commit.parents;
}

const shallowKnown = new WeakMap<object, Promise<ReadonlySet<string>>>();

/** The commits at which a shallow clone was cut. */
export function shallowCommits({ fs, common }: Pick<Objects, 'fs' | 'common'>): Promise<ReadonlySet<string>> {
  const known =
    shallowKnown.get(fs) ??
    fs.readFile(`${common}/shallow`).then(
      (bytes) => new Set(decodeUtf8(bytes).split('\n').filter(Boolean)),
      () => new Set<string>(),
    );
  shallowKnown.set(fs, known);
  return known;
}

/** Has the file read again: it was written. */
export const forgetShallow = ({ fs }: Pick<Objects, 'fs'>): void => void shallowKnown.delete(fs);

/** The commits reachable from `starts`, newest first, except those reachable from `without`. */
export async function* commitHistory(
  context: Objects,
  starts: readonly string[],
  { without = [], firstParent = false }: { without?: readonly string[]; firstParent?: boolean } = {},
): AsyncGenerator<Commit> {
  const hidden = without.length === 0 ? new Set<string>() : await reachable(context, without);
  const seen = new Set<string>();
  const queue = new Queue();
  const meet = async (oids: readonly string[]) => {
    for (const oid of oids) {
      if (seen.has(oid) || hidden.has(oid)) continue;
      seen.add(oid);
      queue.put(await readCommit(context.objects, oid));
    }
  };
  await meet(starts);
  for (let next = queue.take(); next; next = queue.take()) {
    yield next;
    const parents = await parentsOf(context, next);
    await meet(firstParent ? parents.slice(0, 1) : parents);
  }
}

/** All commits reachable from some commits. */
export async function reachable(context: Objects, starts: readonly string[]): Promise<Set<string>> {
  const found = new Set(starts);
  const waiting = [...starts];
  for (let oid = waiting.pop(); oid !== undefined; oid = waiting.pop()) {
    for (const parent of await parentsOf(context, await readCommit(context.objects, oid))) {
      if (found.has(parent)) continue;
      found.add(parent);
      waiting.push(parent);
    }
  }
  return found;
}

export const isAncestor = async (context: Objects, ancestor: string, of: string): Promise<boolean> =>
  ancestor === of || (await reachable(context, [of])).has(ancestor);

/** The best common ancestors of commits, newest first. */
export async function mergeBases(context: Objects, oids: readonly string[]): Promise<string[]> {
  const [first, ...others] = oids;
  if (first === undefined) return [];
  const own = await reachable(context, [first]);
  const theirs = await reachable(context, others);
  const common = [...own].filter((oid) => theirs.has(oid));
  const inner = new Set<string>();
  for (const oid of common) for (const parent of (await readCommit(context.objects, oid)).parents) inner.add(parent);
  // Parents of a common ancestor are not best: they are reachable from it.
  const best = common.filter((oid) => !inner.has(oid));
  const commits = await Promise.all(best.map((oid) => readCommit(context.objects, oid)));
  return commits.toSorted((a, b) => b.committer.time - a.committer.time).map(({ oid }) => oid);
}

/** The commits that are not ancestors of others among them. */
export async function independent(context: Objects, oids: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const oid of new Set(oids)) {
    const others = oids.filter((other) => other !== oid);
    if (!(await reachable(context, others)).has(oid)) found.push(oid);
  }
  return found;
}

/** How many commits each of two commits has that the other does not. */
export async function divergence(
  context: Objects,
  own: string,
  other: string,
): Promise<{ ahead: number; behind: number }> {
  const [mine, theirs] = [await reachable(context, [own]), await reachable(context, [other])];
  return {
    ahead: [...mine].filter((oid) => !theirs.has(oid)).length,
    behind: [...theirs].filter((oid) => !mine.has(oid)).length,
  };
}

/** Orders commits so that children come before their parents; with `byDate`, commits of different lines may alternate. */
export async function topologically(context: Objects, commits: readonly Commit[], byDate = false): Promise<Commit[]> {
  const known = new Map(commits.map((commit) => [commit.oid, commit]));
  const children = new Map<string, number>();
  for (const commit of commits)
    for (const parent of await parentsOf(context, commit)) children.set(parent, (children.get(parent) ?? 0) + 1);
  const tips = commits.filter(({ oid }) => !children.has(oid));
  const found: Commit[] = [];
  const queue = new Queue();
  const stack: Commit[] = byDate ? [] : tips.toReversed();
  if (byDate) for (const tip of tips) queue.put(tip);
  for (let next = byDate ? queue.take() : stack.pop(); next; next = byDate ? queue.take() : stack.pop()) {
    found.push(next);
    for (const parent of await parentsOf(context, next)) {
      const left = (children.get(parent) ?? 1) - 1;
      children.set(parent, left);
      const commit = left === 0 ? known.get(parent) : undefined;
      if (commit && byDate) queue.put(commit);
      else if (commit) stack.push(commit);
    }
  }
  return found;
}
