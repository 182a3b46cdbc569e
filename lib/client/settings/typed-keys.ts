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

/** The keys and headers that were set in this tab, by slot. */
export interface TypedKeys {
  /** Whether there is any key or header. */
  readonly any: boolean;
  /** The slots that have a key (`keySlot`). The same array until that changes. */
  readonly slots: readonly string[];
  /** All keys and header values, so that they can be redacted. */
  all(): readonly string[];
  /** The key for requests with these options. */
  of(options: Chosen): string | undefined;
  /** The headers that were set for these options. The same object until that changes. */
  headersOf(options: Chosen): ExtraHeaders;
  /** The headers of a request to our server that carry both, with their slot. */
  carried(options: Chosen): Readonly<Record<string, string>>;
  /** Keeps a key for these options; an empty one deletes it. Does nothing if the model takes no key. */
  set(options: Chosen, key: string): void;
  /** The same for headers. */
  setHeaders(options: Chosen, headers: ExtraHeaders): void;
}

const NONE: ExtraHeaders = {};

export function createTypedKeys(storage: PageStorage): TypedKeys {
  let keys = new Map(Object.entries(loadKeys(storage)));
  let headers = new Map(Object.entries(loadHeaders(storage)));
  const find = <T>(kept: ReadonlyMap<string, T>, slot: string | undefined): T | undefined =>
    slot === undefined ? undefined : kept.get(slot);
  const changed = () => {
    typed.any = keys.size + headers.size > 0;
  };
  const typed: TypedKeys & { any: boolean; slots: readonly string[] } = {
    any: keys.size + headers.size > 0,
    slots: [...keys.keys()],
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
      typed.slots = [...keys.keys()];
      changed();
      saveKeys(storage, Object.fromEntries(keys));
    },
    setHeaders(options, wanted) {
      const slot = keySlot(options);
      const parsed = ExtraHeadersSchema.safeParse(wanted);
      if (slot === undefined || !parsed.success) return;
      headers = new Map(headers);
      if (Object.keys(parsed.data).length === 0) headers.delete(slot);
      else headers.set(slot, parsed.data);
      changed();
      saveHeaders(storage, Object.fromEntries(headers));
    },
  };
  return typed;
}
