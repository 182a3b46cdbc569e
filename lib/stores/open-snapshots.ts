import type { KeyValue } from './database';
import { snapshotFiles } from './snapshot-files';
import { createSnapshots, type SnapshotStore } from './snapshots';

/** The origin's private file system if the browser has a writable one, otherwise IndexedDB. */
export async function openSnapshots(table: KeyValue): Promise<SnapshotStore> {
  try {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle('workspaces', { create: true });
    if ('createWritable' in FileSystemFileHandle.prototype) {
      const files = snapshotFiles.inFolder(folder);
      return createSnapshots({ ...files, write: (file, bytes) => askToKeep().then(() => files.write(file, bytes)) });
    }
  } catch {
    // Refused, for example in a private window.
  }
  return createTableSnapshots(table);
}

export const createTableSnapshots = (table: KeyValue, now?: () => number): SnapshotStore =>
  createSnapshots(snapshotFiles.inTable(table, now));

let asked: Promise<unknown> | undefined;

/**
 * Asks the browser, once there is something to keep, not to clear it when space is short. The answer makes no difference here.
 */
const askToKeep = (): Promise<unknown> => (asked ??= navigator.storage.persist().catch(() => false));
