import type { Memory, MemoryStore } from '@/lib/ports';
import { createTextIndex, type TextIndex } from '@/lib/discovery';
import { z } from 'zod';
import { openPersistedList } from './persisted-list';
import type { KeyValue } from './database';
import type { TabChannel } from './tab-channel';

/** Maximum number of memories. */
export const MOST_MEMORIES = 1000;

const MemorySchema: z.ZodType<Memory> = z.object({
  id: z.string(),
  text: z.string(),
  tags: z.array(z.string()),
  storedAt: z.number(),
});

interface MemoryOptions {
  table: KeyValue;
  channel?: TabChannel | undefined;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** What agents remember, as stored; newest first. */
export async function openMemoryStore({ table, channel, now }: MemoryOptions): Promise<MemoryStore> {
  const kept = await openPersistedList({
    table,
    prefix: 'memory:',
    schema: MemorySchema,
    idOf: ({ id }) => id,
    order: (a, b) => b.storedAt - a.storedAt || (a.id < b.id ? -1 : 1),
    channel,
  });
  let indexed: { of: readonly Memory[]; index: TextIndex } | undefined;
  const indexNow = (): TextIndex => {
    if (indexed?.of === kept.value) return indexed.index;
    const index = createTextIndex({ text: 1, tags: 2 });
    for (const { id, text, tags } of kept.value) index.add(id, { text, tags: tags.join(' ') });
    indexed = { of: kept.value, index };
    return index;
  };
  return {
    get value() {
      return kept.value;
    },
    subscribe: kept.subscribe,
    async store(text, tags) {
      const known = kept.value.find((memory) => memory.text === text);
      if (!known && kept.value.length >= MOST_MEMORIES) return undefined;
      const all = [...new Set([...(known?.tags ?? []), ...tags])];
      const memory = { id: known?.id ?? crypto.randomUUID(), text, tags: all, storedAt: now() };
      await kept.put(memory);
      return memory;
    },
    async recall(query, limit) {
      if (query.trim() === '') return kept.value.slice(0, limit);
      const byId = new Map(kept.value.map((memory) => [memory.id, memory]));
      return indexNow()
        .search(query)
        .flatMap(({ id }) => byId.get(id) ?? [])
        .slice(0, limit);
    },
    forget: kept.remove,
    restore: kept.put,
  };
}
