/** Values by key. What comes back was stored by some version of the page, so it is `unknown` until it is parsed. */
export interface KeyValue {
  get(key: string): Promise<unknown>;
  put(key: string, value: unknown): Promise<void>;
  delete(key: string): Promise<void>;
  /** Entries whose key begins with `prefix`, in key order. */
  entries(prefix: string): Promise<[key: string, value: unknown][]>;
  /** Whether another tab writes here, and this one follows. Left out where each writes for itself. */
  readonly watching?: boolean;
  /** Calls back whenever what stands under the key is to be read again. Left out where nobody tells. */
  onWritten?(key: string, listener: () => void): void;
}

/** Values that several tabs write. */
export interface SharedTable extends KeyValue {
  /**
   * Puts what `change` makes of the values of these keys in their place, with no other write between; `undefined` stands for none.
   * Where it returns undefined, or throws, all stays as it is.
   */
  update(keys: readonly string[], change: ValuesChange): Promise<void>;
}
type ValuesChange = (values: readonly unknown[]) => readonly unknown[] | undefined;

/** Kept as long as the tab lives. */
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
