import { MAX_STORED } from '../limits';
import type { StoredChanges } from '../messages';

/** A `Storage` for the page, since the browser's throws in an opaque origin. */
export interface StorageArea {
  readonly storage: Storage;
  /** Returns the changes since the last call. */
  takeChanges(): StoredChanges;
}

/** Creates a storage from its entries. `onChange` is called on each write. */
export function makeStorageArea(entries: readonly (readonly [string, string])[], onChange: () => void): StorageArea {
  const items = new Map(entries);
  let size = 0;
  for (const [key, value] of items) size += key.length + value.length;
  let cleared = false;
  let written = new Set<string>();

  const remove = (key: string): void => {
    const old = items.get(key);
    if (old === undefined) return;
    size -= key.length + old.length;
    items.delete(key);
    written.add(key);
    onChange();
  };
  const set = (key: string, value: string): void => {
    const old = items.get(key);
    const grown = size - (old === undefined ? 0 : key.length + old.length) + key.length + value.length;
    if (grown > MAX_STORED) {
      throw new DOMException(`Setting the value of '${key}' exceeded the quota.`, 'QuotaExceededError');
    }
    size = grown;
    items.set(key, value);
    written.add(key);
    onChange();
  };
  const methods = new Map<PropertyKey, unknown>([
    ['getItem', (key: unknown) => items.get(String(key)) ?? null],
    ['setItem', (key: unknown, value: unknown) => set(String(key), String(value))],
    ['removeItem', (key: unknown) => remove(String(key))],
    ['key', (index: unknown) => [...items.keys()][Number(index) || 0] ?? null],
    [
      'clear',
      () => {
        items.clear();
        size = 0;
        cleared = true;
        written = new Set();
        onChange();
      },
    ],
  ]);

  const target: Storage = Object.create(Storage.prototype);
  const isItem = (key: PropertyKey): key is string => typeof key === 'string' && !(key in target) && items.has(key);
  const storage = new Proxy(target, {
    get: (_, key) => {
      if (key === 'length') return items.size;
      if (methods.has(key)) return methods.get(key);
      return isItem(key) ? items.get(key) : Reflect.get(target, key);
    },
    set: (_, key, value) => {
      if (typeof key === 'symbol') return false;
      set(key, String(value));
      return true;
    },
    has: (_, key) => key in target || isItem(key),
    deleteProperty: (_, key) => {
      if (typeof key === 'string') remove(key);
      return true;
    },
    ownKeys: () => [...items.keys()].filter((key) => !(key in target)),
    getOwnPropertyDescriptor: (_, key) =>
      isItem(key) ? { value: items.get(key), writable: true, enumerable: true, configurable: true } : undefined,
    defineProperty: (_, key, { value }) => {
      if (typeof key === 'string') set(key, String(value));
      return true;
    },
  });

  return {
    storage,
    takeChanges() {
      const changes = { cleared, entries: [...written].map((key) => [key, items.get(key) ?? null] as const) };
      cleared = false;
      written = new Set();
      return changes;
    },
  };
}
