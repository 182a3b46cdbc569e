import git, { type ReadCommitResult } from 'isomorphic-git';
import type { Repository } from '../repository';

/**
 * The commits that can be reached from some, newest first, without those in `without`. Of commits made in the same
 * second the one that was met first comes first, which is git's own order.
 */
export async function history(
  { at }: Repository,
  starts: readonly string[],
  without: ReadonlySet<string> = new Set(),
): Promise<ReadCommitResult[]> {
  const seen = new Set(without);
  const waiting: ReadCommitResult[] = [];
  const meet = async (oids: readonly string[]) => {
    for (const oid of oids) {
      if (seen.has(oid)) continue;
      seen.add(oid);
      const entry = await git.readCommit({ ...at, oid });
      const older = waiting.findIndex((other) => timeOf(other) < timeOf(entry));
      waiting.splice(older < 0 ? waiting.length : older, 0, entry);
    }
  };
  await meet(starts);
  const found: ReadCommitResult[] = [];
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    found.push(next);
    await meet(next.commit.parent);
  }
  return found;
}

const timeOf = ({ commit }: ReadCommitResult): number => commit.committer.timestamp;

/** Every commit that has a name, in the order of the names: branches, then tags. */
export async function namedCommits({ at }: Repository): Promise<string[]> {
  const [branches, tags] = [await git.listBranches(at), await git.listTags(at)];
  const refs = [
    ...branches.toSorted().map((name) => `refs/heads/${name}`),
    ...tags.toSorted().map((name) => `refs/tags/${name}`),
    'HEAD',
  ];
  const oids: string[] = [];
  for (const ref of refs) {
    const oid = await git.resolveRef({ ...at, ref });
    // Reading it goes from a tag to what it marks; what marks no commit has no history.
    const entry = await git.readCommit({ ...at, oid }).catch(() => undefined);
    if (entry) oids.push(entry.oid);
  }
  return oids;
}
