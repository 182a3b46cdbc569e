import { createListeners, type Observed } from '@/lib/ports';
import type { z } from 'zod';
import type { KeyValue } from './key-value';
import { createLatestWrite } from './latest-write';

/** A value that is kept under one key of a table, and watched. */
export interface Kept<T> extends Observed<T> {
  /** It holds at once; resolves when it is stored. */
  set(value: T): Promise<void>;
  /** Reads what another tab has written since. */
  refresh(): Promise<void>;
}

/** Opens the value under `key`; `initial` where there is none yet, or one that does not fit the schema. */
export async function openKept<T>(table: KeyValue, key: string, schema: z.ZodType<T>, initial: T): Promise<Kept<T>> {
  const stored = schema.safeParse(await table.get(key));
  let value = stored.success ? stored.data : initial;
  const { subscribe, notify } = createListeners();
  const write = createLatestWrite(() => table.put(key, value));
  return {
    get value() {
      return value;
    },
    subscribe,
    async set(next) {
      value = next;
      notify();
      await write.request();
    },
    async refresh() {
      const newer = schema.safeParse(await table.get(key));
      if (!newer.success) return;
      value = newer.data;
      notify();
    },
  };
}
