import { createListeners, type Observed } from '@/lib/ports';
import type { z } from 'zod';
import type { KeyValue } from './database';
import { createLatestWrite } from './latest-write';

/** An observed value that is stored under one key of a table. It follows the writes that other tabs report. */
export interface Persisted<T> extends Observed<T> {
  /** Takes effect at once; resolves when it is stored. */
  set(value: T): Promise<void>;
}

/** Opens the value under `key`; `initial` if there is none yet, or if it does not fit the schema. */
export async function openPersisted<T>(
  table: KeyValue,
  key: string,
  schema: z.ZodType<T>,
  initial: T,
): Promise<Persisted<T>> {
  let value = initial;
  const { subscribe, notify } = createListeners();
  const write = createLatestWrite(() => table.put(key, value));
  const reading = createLatestWrite(async () => {
    const stored = schema.safeParse(await table.get(key));
    if (!stored.success) return;
    value = stored.data;
    notify();
  });
  table.onWritten?.(key, () => void reading.request().catch(() => undefined));
  await reading.request();
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
  };
}
