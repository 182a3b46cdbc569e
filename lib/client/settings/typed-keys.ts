import {
  ExtraHeadersSchema,
  HEADERS_HEADER,
  KEY_HEADER,
  keySlot,
  writeHeaders,
  writeKey,
  type AgentOptions,
  type ExtraHeaders,
} from '@/lib/protocol';
import { loadHeaders, loadKeys, saveHeaders, saveKeys, type PageStorage } from './settings';

type Chosen = Pick<AgentOptions, 'model' | 'baseURL'>;

/** The keys typed in this tab and the headers set in it, by whose they are. */
export interface TypedKeys {
  /** Whose there are (`keySlot`). The same array until that changes. */
  readonly slots: readonly string[];
  /** The keys and the values of headers themselves, for what must not contain them. */
  all(): readonly string[];
  /** The key that requests under these options carry. */
  of(options: Chosen): string | undefined;
  /** The headers that were set for what is chosen. The same object until that changes. */
  headersOf(options: Chosen): ExtraHeaders;
  /** What a request to our server says of both, with whose they are. */
  carried(options: Chosen): Readonly<Record<string, string>>;
  /** Keeps a key for what is chosen; an empty one is forgotten. Nothing where the choice takes no key. */
  set(options: Chosen, key: string): void;
  /** The same of headers. */
  setHeaders(options: Chosen, headers: ExtraHeaders): void;
}

const NONE: ExtraHeaders = {};

export function createTypedKeys(storage: PageStorage): TypedKeys {
  let keys = new Map(Object.entries(loadKeys(storage)));
  let headers = new Map(Object.entries(loadHeaders(storage)));
  let slots = [...keys.keys()];
  const find = <T>(kept: ReadonlyMap<string, T>, slot: string | undefined): T | undefined =>
    slot === undefined ? undefined : kept.get(slot);
  return {
    get slots() {
      return slots;
    },
    all: () => [...keys.values(), ...[...headers.values()].flatMap((kept) => Object.values(kept))].filter(Boolean),
    of: (options) => find(keys, keySlot(options)),
    headersOf: (options) => find(headers, keySlot(options)) ?? NONE,
    carried(options) {
      const slot = keySlot(options);
      const key = find(keys, slot);
      const extra = find(headers, slot);
      if (slot === undefined) return {};
      return {
        ...(key !== undefined && { [KEY_HEADER]: writeKey(slot, key) }),
        ...(extra !== undefined && { [HEADERS_HEADER]: writeHeaders(slot, extra) }),
      };
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
    setHeaders(options, wanted) {
      const slot = keySlot(options);
      const parsed = ExtraHeadersSchema.safeParse(wanted);
      if (slot === undefined || !parsed.success) return;
      headers = new Map(headers);
      if (Object.keys(parsed.data).length === 0) headers.delete(slot);
      else headers.set(slot, parsed.data);
      saveHeaders(storage, Object.fromEntries(headers));
    },
  };
}
