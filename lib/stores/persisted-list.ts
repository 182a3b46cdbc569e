import { createListeners, type Observed } from '@/lib/ports';
import { createSerialQueue } from '@/lib/protocol/serial-queue';
import type { z } from 'zod';
import type { KeyValue } from './database';
import type { TabChannel } from './tab-channel';

/** Observed items by id, one row each, so that tabs do not overwrite each other's items. */
interface PersistedList<T> extends Observed<readonly T[]> {
  /** Resolves when it is stored; the value changes only then. */
  put(item: T): Promise<void>;
  /** Changes the item as it is at that moment; false if it no longer exists. */
  update(id: string, change: (item: T) => T): Promise<boolean>;
  /** Whether there was such an item. */
  remove(id: string): Promise<boolean>;
  /** Reads what other tabs have written since. */
  refresh(): Promise<void>;
}

interface PersistedListOptions<T> {
  table: KeyValue;
  /** Prefix of the keys; ends in a colon. */
  prefix: string;
  schema: z.ZodType<T>;
  idOf: (item: T) => string;
  order: (a: T, b: T) => number;
  /** Left out if there is no other tab. */
  channel?: TabChannel | undefined;
}

/** Opens the items stored under a prefix. A row that does not fit the schema is ignored but kept. */
export async function openPersistedList<T>(options: PersistedListOptions<T>): Promise<PersistedList<T>> {
  const { table, prefix, schema, idOf, order, channel } = options;
  const { subscribe, notify } = createListeners();
  let value: readonly T[] = [];
  /** Runs reads and writes one after the other, so that a read never misses an earlier write. */
  const inOrder = createSerialQueue();
  const holds = (next: readonly T[]) => {
    value = next;
    notify();
  };
  const others = (id: string) => value.filter((item) => idOf(item) !== id);
  const write = async (item: T): Promise<void> => {
    await table.put(prefix + idOf(item), item);
    holds([...others(idOf(item)), item].toSorted(order));
    channel?.postMessage('changed');
  };
  const refresh = () =>
    inOrder(async () => {
      const rows = await table.entries(prefix);
      const items = rows.flatMap(([, row]) => {
        const item = schema.safeParse(row);
        return item.success ? [item.data] : [];
      });
      holds(items.toSorted(order));
    });

  await refresh();
  channel?.addEventListener('message', () => void refresh().catch(() => undefined));
  return {
    get value() {
      return value;
    },
    subscribe,
    refresh,
    put: (item) => inOrder(() => write(item)),
    update: (id, change) =>
      inOrder(async () => {
        const item = value.find((known) => idOf(known) === id);
        if (item !== undefined) await write(change(item));
        return item !== undefined;
      }),
    remove: (id) =>
      inOrder(async () => {
        if (others(id).length === value.length) return false;
        await table.delete(prefix + id);
        holds(others(id));
        channel?.postMessage('changed');
        return true;
      }),
  };
}
