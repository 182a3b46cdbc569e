import type { BlobStore, Sandbox } from '@/lib/ports';
import { readSnapshot } from '@/lib/ports/snapshot';
import type { FileDiff } from '@/lib/protocol';
import { createSerialQueue } from '@/lib/protocol/serial-queue';
import { diffsBetween, keptContent, type FileContent, type Files } from './compare-files';

/** What is not a project's own: a repository's records, its other worktrees, and packages that are installed. */
const NOT_OWN = /(^|\/)(\.git|\.worktrees|node_modules)(\/|$)/;
/** Whether a path in it is a project's own. */
export const isOwn = (path: string): boolean => !NOT_OWN.test(path);

/** Follows a project's own files: what has changed in them, whoever changed it. */
export interface FileTracker {
  /** The files have been replaced: as they are now, they are unchanged. */
  begin(): void;
  /** Whether anything may have changed since it was last asked. */
  readonly stirred: boolean;
  /** What has changed since it was last asked, each change once. Never rejects: what cannot be looked at has not changed. */
  changes(): Promise<readonly FileDiff[]>;
}

export function createFileTracker(sandbox: Pick<Sandbox, 'export' | 'fs' | 'workdir'>, blobs: BlobStore): FileTracker {
  let seen: Files = new Map();
  /** What files have in them by their versions, if the sandbox has any, and the newest: only newer contents are asked for. */
  let versions: ReadonlyMap<number, FileContent> = new Map();
  let newest: number | undefined;
  let stirred = true;
  sandbox.fs.watch(sandbox.workdir, () => (stirred = true));
  const inOrder = createSerialQueue();
  const look = async (): Promise<Files> => {
    stirred = false;
    const packed = await sandbox.export(newest);
    const files = new Map<string, FileContent>();
    const known = new Map<number, FileContent>();
    for (const row of readSnapshot(packed)) {
      if (row.type !== 'file') continue;
      const { path, version, size, offset } = row;
      if (version !== undefined) newest = Math.max(newest ?? 0, version);
      if (!isOwn(path)) continue;
      const before = version === undefined ? undefined : versions.get(version);
      const sent = offset === undefined ? undefined : packed.slice(offset, offset + size);
      // One that is neither known nor sent was moved from where the files are not followed.
      const content = sent
        ? await keptContent(sent)
        : (before ?? (await keptContent(await sandbox.fs.readFile(`${sandbox.workdir}/${path}`))));
      files.set(path, content);
      if (version !== undefined) known.set(version, content);
    }
    versions = known;
    return files;
  };
  return {
    get stirred() {
      return stirred;
    },
    begin() {
      void inOrder(async () => {
        seen = await look();
      }).catch(() => undefined);
    },
    changes: () =>
      inOrder(async () => {
        const before = seen;
        seen = await look();
        return diffsBetween(blobs, before, seen);
      }).catch(() => []),
  };
}
