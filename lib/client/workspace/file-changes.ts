import { SandboxError, type BlobStore, type Sandbox } from '@/lib/ports';
import { unpackSnapshot, type SnapshotEntry } from '@/lib/ports/snapshot';
import type { FileDiff } from '@/lib/protocol';
import { changedPaths, diffsBetween, isSame } from './compare-files';

/** What changed in files between two moments. */
export interface FileChanges {
  readonly diffs: readonly FileDiff[];
  /** Restores every file that has not changed since. Returns the paths of the others, which stay as they are. */
  undo(): Promise<readonly string[]>;
}

/** Remembers all files now; the returned function reports what has changed since. */
export async function rememberFiles(sandbox: Sandbox, blobs: BlobStore): Promise<() => Promise<FileChanges>> {
  const snapshot = await sandbox.export();
  const before = unpackSnapshot(snapshot);
  return async () => {
    const after = unpackSnapshot(await sandbox.export());
    const [old, now] = [filesIn(before), filesIn(after)];
    return {
      diffs: await diffsBetween(blobs, old, now),
      async undo() {
        if (sameTree(after, unpackSnapshot(await sandbox.export()))) {
          // Includes links, permissions and empty folders, which would be lost file by file.
          await sandbox.restore(snapshot);
          return [];
        }
        const kept: string[] = [];
        for (const path of changedPaths(old, now)) {
          const restored = await restore(sandbox, path, { old: old.get(path), now: now.get(path) });
          if (!restored) kept.push(path);
        }
        await removeEmpty(
          sandbox,
          foldersIn(after).filter((folder) => !foldersIn(before).includes(folder)),
        );
        return kept;
      },
    };
  };
}

const filesIn = (entries: readonly SnapshotEntry[]): ReadonlyMap<string, Uint8Array> =>
  new Map(entries.flatMap((entry) => (entry.type === 'file' ? [[entry.path, entry.data]] : [])));

const foldersIn = (entries: readonly SnapshotEntry[]): string[] =>
  entries.flatMap(({ type, path }) => (type === 'directory' ? [path] : []));

const sameTree = (a: readonly SnapshotEntry[], b: readonly SnapshotEntry[]): boolean =>
  a.length === b.length &&
  a.every((entry, index) => {
    const other = b[index];
    if (entry.path !== other?.path || entry.type !== other.type) return false;
    if (entry.type === 'symlink') return other.type === 'symlink' && entry.target === other.target;
    if (entry.mode !== ('mode' in other ? other.mode : undefined)) return false;
    return entry.type !== 'file' || (other.type === 'file' && isSame(entry.data, other.data));
  });

/** Restores a file if nobody has changed it since; returns whether it did. */
async function restore(
  { fs, workdir }: Sandbox,
  path: string,
  { old, now }: { old: Uint8Array | undefined; now: Uint8Array | undefined },
): Promise<boolean> {
  const whole = `${workdir}/${path}`;
  const present = await fs.readFile(whole).catch((error: unknown) => {
    if (error instanceof SandboxError && error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (!isSame(present, now)) return false;
  if (!old) await fs.rm(whole);
  else {
    await fs.mkdir(whole.slice(0, whole.lastIndexOf('/')), { recursive: true });
    await fs.writeFile(whole, old);
  }
  return true;
}

/** Inner folders first, so that a folder that only contained them is removed, too. */
async function removeEmpty({ fs, workdir }: Sandbox, folders: readonly string[]): Promise<void> {
  for (const folder of folders.toReversed()) {
    const entries = await fs.readdir(`${workdir}/${folder}`).catch(() => undefined);
    if (entries?.length === 0) await fs.rm(`${workdir}/${folder}`, { recursive: true });
  }
}
