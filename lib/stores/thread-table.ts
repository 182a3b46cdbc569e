import { createListeners, type Listeners } from '@/lib/ports';
import type { KeyValue } from './database';
import type { TabChannel } from './tab-channel';

/** A table as seen by one of the tabs that show a thread. */
export interface ThreadTable extends KeyValue {
  /** From now on, another tab runs the thread. */
  release(): void;
}

/**
 * The tab that runs the thread writes, and tells the others which key changed. The others read that key again and never write: a
 * write of theirs only makes them read the stored value again. `channel` is undefined if there is no other tab.
 */
export function createThreadTable(table: KeyValue, channel: TabChannel | undefined, runs: boolean): ThreadTable {
  let watching = !runs;
  const readers = new Map<string, Listeners>();
  const readAgain = (key: string) => readers.get(key)?.notify();
  const write = async (key: string, work: () => Promise<void>): Promise<void> => {
    if (watching) return readAgain(key);
    await work();
    channel?.postMessage(key);
  };
  channel?.addEventListener('message', ({ data }) => {
    if (watching && typeof data === 'string') readAgain(data);
  });
  return {
    get watching() {
      return watching;
    },
    onWritten(key, listener) {
      const known = readers.get(key) ?? createListeners();
      readers.set(key, known);
      known.subscribe(listener);
    },
    get: table.get,
    entries: table.entries,
    put: (key, value) => write(key, () => table.put(key, value)),
    delete: (key) => write(key, () => table.delete(key)),
    release() {
      watching = true;
      // The other tab may have written before this one learned of it.
      for (const key of readers.keys()) readAgain(key);
    },
  };
}
