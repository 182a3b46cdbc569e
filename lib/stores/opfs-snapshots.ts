import { outdated, type SnapshotStore } from './snapshots';

/** The part of the origin's private file system that snapshots need. */
export type Folder = Pick<FileSystemDirectoryHandle, 'getFileHandle' | 'removeEntry' | 'values'>;

/** Snapshots as files of the origin's private file system: one blob of 10 MB takes about 70 ms. */
export function createOpfsSnapshots(folder: Folder): SnapshotStore {
  const prune = async () => {
    const saved: { threadId: string; at: number }[] = [];
    for await (const entry of folder.values()) {
      if (entry instanceof FileSystemFileHandle) {
        saved.push({ threadId: entry.name, at: (await entry.getFile()).lastModified });
      }
    }
    for (const threadId of outdated(saved)) await folder.removeEntry(threadId);
  };
  return {
    async load(threadId) {
      try {
        const file = await (await folder.getFileHandle(threadId)).getFile();
        return file.size > 0 ? new Uint8Array(await file.arrayBuffer()) : undefined;
      } catch {
        return undefined;
      }
    },
    async save(threadId, snapshot) {
      const writable = await (await folder.getFileHandle(threadId, { create: true })).createWritable();
      // A copy, because the stream takes no view over shared memory.
      await writable.write(new Uint8Array(snapshot));
      await writable.close();
      await prune();
    },
  };
}
