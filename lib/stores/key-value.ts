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

/** Kept as long as the tab lives. */
export function createMemoryStore(): KeyValue {
  const values = new Map<string, unknown>();
  return {
    get: async (key) => values.get(key),
    put: async (key, value) => {
      values.set(key, structuredClone(value));
    },
    delete: async (key) => {
      values.delete(key);
    },
    entries: async (prefix) =>
      [...values].filter(([key]) => key.startsWith(prefix)).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  };
}
