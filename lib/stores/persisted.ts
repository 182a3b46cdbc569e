import { createListeners, type Observed } from '@/lib/ports';
import type { z } from 'zod';
import type { KeyValue } from './key-value';
import { createLatestWrite } from './latest-write';

/** A value that is kept under one key of a table, and watched. It follows what another tab tells that it has written. */
export interface Persisted<T> extends Observed<T> {
  /** It holds at once; resolves when it is stored. */
  set(value: T): Promise<void>;
}

/** Opens the value under `key`; `initial` where there is none yet, or one that does not fit the schema. */
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
