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
