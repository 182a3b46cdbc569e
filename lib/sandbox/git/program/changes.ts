import git, { type WalkerEntry } from 'isomorphic-git';
import type { Repository } from '../repository';

/** One state of all files: a commit's, the index's, or what stands in the folder. */
export type Side = { readonly kind: 'commit'; readonly oid: string } | { readonly kind: 'index' | 'work' | 'nothing' };

export interface FileVersion {
  readonly oid: string;
  /** As git writes it: `100644`. */
  readonly mode: string;
  read(): Promise<Uint8Array>;
}

/** A file that is not the same on both sides; undefined where it is not there. */
export interface FileChange {
  readonly path: string;
  readonly before: FileVersion | undefined;
  readonly after: FileVersion | undefined;
}

/** The files that differ between two sides, by path. Files git does not know are not in the work side. */
export async function changesBetween(
  repository: Repository,
  before: Side,
  after: Side,
  wanted: (path: string) => boolean = () => true,
): Promise<FileChange[]> {
  const changes: unknown = await git.walk({
    ...repository.at,
    trees: [walkerOf(before), walkerOf(after), git.STAGE()],
    async map(path, [first = null, second = null, staged = null]) {
      const from = before.kind === 'nothing' ? null : first;
      // What is in the folder only, or no longer in the index, is not git's.
      const to = after.kind === 'nothing' || (after.kind === 'work' && !staged) ? null : second;
      if (!from && !to) return null;
      const isFolder = (await from?.type()) === 'tree' || (await to?.type()) === 'tree';
      const [old, now] = await Promise.all([
        versionOf(repository, path, from, before),
        versionOf(repository, path, to, after),
      ]);
      if (!wanted(path) || (!old && !now)) return isFolder ? undefined : null;
      return old?.oid === now?.oid && old?.mode === now?.mode ? undefined : { path, before: old, after: now };
    },
    reduce: async (parent: FileChange | undefined, children: (FileChange | FileChange[] | undefined)[]) =>
      [parent, ...children.flat()].filter((change) => change !== undefined),
  });
  return Array.isArray(changes) ? changes : [];
}

const walkerOf = (side: Side) => {
  switch (side.kind) {
    case 'commit':
      return git.TREE({ ref: side.oid });
    case 'work':
      return git.WORKDIR({ refresh: false });
    default:
      return git.STAGE();
  }
};

async function versionOf(
  { at, fs, root }: Repository,
  path: string,
  entry: WalkerEntry | null,
  side: Side,
): Promise<FileVersion | undefined> {
  if (!entry || (await entry.type()) !== 'blob') return undefined;
  const [oid, mode] = await Promise.all([entry.oid(), entry.mode()]);
  return {
    oid,
    mode: mode.toString(8),
    read: async () =>
      side.kind === 'work' && mode >> 12 !== 0b1010
        ? fs.readFile(`${root}/${path}`)
        : ((await entry.content()) ?? blob(at, oid)),
  };
}

const blob = async (at: Repository['at'], oid: string): Promise<Uint8Array> =>
  (await git.readBlob({ ...at, oid })).blob;
