import { openDB, type IDBPDatabase, type IDBPTransaction } from 'idb';

/** Values by key. Stored values may come from another version of the page, so they are `unknown` until parsed. */
export interface KeyValue {
  get(key: string): Promise<unknown>;
  put(key: string, value: unknown): Promise<void>;
  delete(key: string): Promise<void>;
  /** Entries whose key begins with `prefix`, in key order. */
  entries(prefix: string): Promise<[key: string, value: unknown][]>;
  /** Whether another tab writes here and this one only follows. Left out if every tab writes for itself. */
  readonly watching?: boolean;
  /** Calls back whenever the key's value should be read again. Left out if nobody reports that. */
  onWritten?(key: string, listener: () => void): void;
}

/** Values that several tabs write. */
export interface SharedTable extends KeyValue {
  /**
   * Replaces the values of these keys with what `change` returns, atomically; `undefined` stands for a missing value. If it
   * returns undefined or throws, nothing changes.
   */
  update(keys: readonly string[], change: ValuesChange): Promise<void>;
}
type ValuesChange = (values: readonly unknown[]) => readonly unknown[] | undefined;

/** A table that lives as long as the tab. */
export function createMemoryStore(): SharedTable {
  const values = new Map<string, unknown>();
  return {
    get: async (key) => values.get(key),
    put: async (key, value) => {
      values.set(key, structuredClone(value));
    },
    delete: async (key) => {
      values.delete(key);
    },
    async update(keys, change) {
      const changed = change(keys.map((key) => values.get(key)));
      for (const [index, value] of changed?.entries() ?? []) {
        const key = keys[index];
        if (key === undefined) continue;
        if (value === undefined) values.delete(key);
        else values.set(key, structuredClone(value));
      }
    },
    entries: async (prefix) =>
      [...values].filter(([key]) => key.startsWith(prefix)).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  };
}

const TABLES = ['blobs', 'journal', 'library', 'threads', 'workspaces'] as const;
/** Incremented with each table that is added. */
const VERSION = 2;
type TableName = (typeof TABLES)[number];

/** One table for each name, in the browser's IndexedDB. */
export type Database = Record<TableName, KeyValue> & { readonly library: SharedTable };

/**
 * Opens the page's database. Values that the browser refuses to store (private window, full disk) are kept in the tab's memory
 * instead, so nothing fails.
 */
export function openDatabase(name = 'toolyard'): Database {
  let opened: Promise<IDBPDatabase | undefined> | undefined;
  const open = () => (opened ??= openTables(name));
  return {
    blobs: createTable(open, 'blobs'),
    journal: createTable(open, 'journal'),
    library: createTable(open, 'library'),
    threads: createTable(open, 'threads'),
    workspaces: createTable(open, 'workspaces'),
  };
}

async function openTables(name: string): Promise<IDBPDatabase | undefined> {
  try {
    return await openDB(name, VERSION, {
      upgrade(database) {
        for (const table of TABLES) {
          if (!database.objectStoreNames.contains(table)) database.createObjectStore(table);
        }
      },
      blocking: (_current, _blocked, event) => {
        if (event.target instanceof IDBDatabase) event.target.close();
      },
    });
  } catch {
    return undefined;
  }
}

/**
 * Ends a transaction with these writes. It is told to commit at once: otherwise the browser asks the page first, once the
 * writes are done, and a page that has been closed meanwhile does not answer, so that they are lost.
 */
async function committed(
  transaction: IDBPTransaction<unknown, [TableName], 'readwrite'>,
  writes: readonly unknown[],
): Promise<void> {
  transaction.commit();
  await Promise.all([...writes, transaction.done]);
}

function createTable(open: () => Promise<IDBPDatabase | undefined>, table: TableName): SharedTable {
  const memory = createMemoryStore();
  const attempt = async <T>(work: (database: IDBPDatabase) => Promise<T>): Promise<{ value: T } | undefined> => {
    const database = await open();
    if (!database) return undefined;
    try {
      return { value: await work(database) };
    } catch {
      return undefined;
    }
  };
  return {
    async get(key) {
      const held = await memory.get(key);
      const found: { value: unknown } | undefined = await attempt((database) => database.get(table, key));
      return held ?? found?.value;
    },
    async put(key, value) {
      const stored = await attempt((database) => {
        const transaction = database.transaction(table, 'readwrite');
        return committed(transaction, [transaction.store.put(value, key)]);
      });
      await (stored ? memory.delete(key) : memory.put(key, value));
    },
    async delete(key) {
      await memory.delete(key);
      await attempt((database) => {
        const transaction = database.transaction(table, 'readwrite');
        return committed(transaction, [transaction.store.delete(key)]);
      });
    },
    async update(keys, change) {
      const held = await Promise.all(keys.map((key) => memory.get(key)));
      if (held.some((value) => value !== undefined)) return memory.update(keys, change);
      let changed: readonly unknown[] | undefined;
      const stored = await attempt(async (database) => {
        const transaction = database.transaction(table, 'readwrite');
        const { store } = transaction;
        changed = change(await Promise.all(keys.map((key): Promise<unknown> => store.get(key))));
        const writes = keys.map((key, index) => {
          if (!changed) return undefined;
          return changed[index] === undefined ? store.delete(key) : store.put(changed[index], key);
        });
        await committed(transaction, writes);
      });
      if (!stored) await memory.update(keys, changed ? () => changed : change);
    },
    async entries(prefix) {
      const kept = await attempt(async (database) => {
        const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
        const transaction = database.transaction(table);
        const [keys, values] = await Promise.all([
          transaction.store.getAllKeys(range),
          transaction.store.getAll(range),
        ]);
        return keys.flatMap((key, index): [string, unknown][] =>
          typeof key === 'string' ? [[key, values[index]]] : [],
        );
      });
      const entries = new Map([...(kept?.value ?? []), ...(await memory.entries(prefix))]);
      return [...entries].toSorted(([a], [b]) => (a < b ? -1 : 1));
    },
  };
}
