import { createListeners, type Listeners } from '@/lib/ports';
import type { KeyValue } from './key-value';
import type { TabChannel } from './tab-channel';

/** A table as one of the tabs has it that show a thread. */
export interface ThreadTable extends KeyValue {
  /** Another tab runs the thread from now on. */
  release(): void;
}

/**
 * The tab that runs the thread writes, and tells the others under which key. Those read that again and write nothing: what they
 * would write is let go of, and read as it is. `channel` is undefined where there is no other tab.
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
      // The other tab may have written before this one knew of it.
      for (const key of readers.keys()) readAgain(key);
    },
  };
}
