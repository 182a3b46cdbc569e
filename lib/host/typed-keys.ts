import { keySlot, writeKey, type AgentOptions } from '@/lib/protocol';
import { loadKeys, saveKeys, type PageStorage } from './settings';

type Chosen = Pick<AgentOptions, 'model' | 'baseURL'>;

/** The keys typed in this tab, by whose they are. */
export interface TypedKeys {
  /** Whose there are (`keySlot`). The same array until that changes. */
  readonly slots: readonly string[];
  /** The keys themselves, for what must not contain them. */
  all(): readonly string[];
  /** The key that requests under these options carry. */
  of(options: Chosen): string | undefined;
  /** The same as a header says it, with whose it is. */
  header(options: Chosen): string | undefined;
  /** Keeps a key for what is chosen; an empty one is forgotten. Nothing where the choice takes no key. */
  set(options: Chosen, key: string): void;
}

export function createTypedKeys(storage: PageStorage): TypedKeys {
  let keys = new Map(Object.entries(loadKeys(storage)));
  let slots = [...keys.keys()];
  const find = (slot: string | undefined): string | undefined => (slot === undefined ? undefined : keys.get(slot));
  return {
    get slots() {
      return slots;
    },
    all: () => [...keys.values()],
    of: (options) => find(keySlot(options)),
    header(options) {
      const slot = keySlot(options);
      const key = find(slot);
      return slot !== undefined && key !== undefined ? writeKey(slot, key) : undefined;
    },
    set(options, key) {
      const slot = keySlot(options);
      if (slot === undefined) return;
      keys = new Map(keys);
      if (key === '') keys.delete(slot);
      else keys.set(slot, key);
      slots = [...keys.keys()];
      saveKeys(storage, Object.fromEntries(keys));
    },
  };
}
