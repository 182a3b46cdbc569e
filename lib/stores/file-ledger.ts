import type { FileLedger } from '@/lib/ports';
import { z } from 'zod';
import type { KeyValue } from './key-value';

const EntriesSchema = z.record(z.string(), z.string());

export interface ThreadLedger extends FileLedger {
  /** Resolves when all that was recorded is stored. */
  flush(): Promise<void>;
}

/** What a thread has read, as it was left by the last tab that ran it. */
export async function openFileLedger(table: KeyValue, threadId: string): Promise<ThreadLedger> {
  const key = `ledger:${threadId}`;
  const stored = EntriesSchema.safeParse(await table.get(key));
  const entries = new Map(Object.entries(stored.success ? stored.data : {}));
  let dirty = false;
  return {
    seen: (path) => entries.get(path),
    record(path, hash) {
      dirty ||= entries.get(path) !== hash;
      entries.set(path, hash);
    },
    forget(path) {
      dirty = entries.delete(path) || dirty;
    },
    async flush() {
      if (!dirty) return;
      dirty = false;
      await table.put(key, Object.fromEntries(entries));
    },
  };
}
