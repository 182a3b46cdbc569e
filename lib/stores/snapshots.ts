import type { KeyValue } from './key-value';

/** Workspaces by thread, each one blob. */
export interface SnapshotStore {
  load(threadId: string): Promise<Uint8Array | undefined>;
  /** Replaces the thread's snapshot as a whole: a tab that dies in the middle leaves the old one. */
  save(threadId: string, snapshot: Uint8Array): Promise<void>;
}

/** How many workspaces are kept; the ones saved longest ago go first. */
export const KEPT_WORKSPACES = 20;

/** Threads to forget, given when each was saved last. */
export const outdated = (saved: readonly { threadId: string; at: number }[]): string[] =>
  saved
    .toSorted((a, b) => b.at - a.at)
    .slice(KEPT_WORKSPACES)
    .map(({ threadId }) => threadId);

/** Snapshots in IndexedDB: for browsers without a private file system. */
export function createTableSnapshots(table: KeyValue, now: () => number = Date.now): SnapshotStore {
  const prune = async () => {
    const saved = (await table.entries('saved:')).map(([key, at]) => ({
      threadId: key.slice('saved:'.length),
      at: typeof at === 'number' ? at : 0,
    }));
    for (const threadId of outdated(saved)) {
      await table.delete(`snapshot:${threadId}`);
      await table.delete(`saved:${threadId}`);
    }
  };
  return {
    async load(threadId) {
      const snapshot = await table.get(`snapshot:${threadId}`);
      return snapshot instanceof Uint8Array ? snapshot : undefined;
    },
    async save(threadId, snapshot) {
      await table.put(`snapshot:${threadId}`, snapshot);
      await table.put(`saved:${threadId}`, now());
      await prune();
    },
  };
}
