import type { KeyValue } from './key-value';
import { createOpfsSnapshots } from './opfs-snapshots';
import { createTableSnapshots, type SnapshotStore } from './snapshots';

/** The private file system where the browser has a writable one, IndexedDB otherwise. */
export async function openSnapshots(table: KeyValue): Promise<SnapshotStore> {
  try {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle('workspaces', { create: true });
    if ('createWritable' in FileSystemFileHandle.prototype) return createOpfsSnapshots(folder);
  } catch {
    // Refused, as in a private window.
  }
  return createTableSnapshots(table);
}
