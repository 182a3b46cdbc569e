import type { KnowledgeDocument, KnowledgeStore, Passage } from '@/lib/ports';
import { createTextIndex, passagesOf, type PassageText } from '@/lib/discovery';
import { z } from 'zod';
import { openPersistedList } from './persisted-list';
import type { KeyValue } from './database';
import type { TabChannel } from './tab-channel';

/** Maximum number of documents, and of characters in all of them together: their index is in memory. */
const MOST_DOCUMENTS = 500;
export const MOST_CHARACTERS = 20_000_000;

const DocumentSchema: z.ZodType<KnowledgeDocument> = z.object({
  id: z.string(),
  title: z.string(),
  origin: z.string(),
  characters: z.number(),
  passages: z.number(),
  storedAt: z.number(),
});

const PassagesSchema = z.array(z.object({ text: z.string(), section: z.string().exactOptional() }));

interface KnowledgeOptions {
  table: KeyValue;
  channel?: TabChannel | undefined;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** The documents that were added, newest first. Their passages are read and indexed by the first search. */
export async function openKnowledgeStore({ table, channel, now }: KnowledgeOptions): Promise<KnowledgeStore> {
  const kept = await openPersistedList({
    table,
    prefix: 'document:',
    schema: DocumentSchema,
    idOf: ({ id }) => id,
    order: (a, b) => b.storedAt - a.storedAt || (a.id < b.id ? -1 : 1),
    channel,
  });
  const index = createTextIndex({ text: 1, section: 2, title: 2 });
  /** The passages of each indexed document. */
  const indexed = new Map<string, readonly PassageText[]>();
  const passagesKey = (id: string) => `passages:${id}`;
  const passageId = (id: string, at: number) => `${id}#${at}`;

  /** Brings the index up to date, whichever tab made the changes. */
  const catchUp = async (): Promise<void> => {
    const there = new Set(kept.value.map(({ id }) => id));
    for (const [id, passages] of indexed) {
      if (there.has(id)) continue;
      for (const at of passages.keys()) index.remove(passageId(id, at));
      indexed.delete(id);
    }
    for (const { id, title } of kept.value) {
      if (indexed.has(id)) continue;
      const stored = PassagesSchema.safeParse(await table.get(passagesKey(id)));
      const passages = stored.success ? stored.data : [];
      for (const [at, { text, section = '' }] of passages.entries()) {
        index.add(passageId(id, at), { text, section, title });
      }
      indexed.set(id, passages);
    }
  };
  let catching: Promise<void> = Promise.resolve();
  const caughtUp = () => (catching = catching.then(catchUp, catchUp));

  const remove = async (id: string): Promise<boolean> => {
    const was = await kept.remove(id);
    if (was) await table.delete(passagesKey(id));
    return was;
  };
  return {
    get value() {
      return kept.value;
    },
    subscribe: kept.subscribe,
    async ingest({ title, origin, text }) {
      const before = kept.value.filter((document) => document.origin === origin);
      const others = kept.value.filter((document) => document.origin !== origin);
      const taken = others.reduce((sum, { characters }) => sum + characters, 0);
      if (others.length >= MOST_DOCUMENTS || taken + text.length > MOST_CHARACTERS) return undefined;
      const passages = passagesOf(text);
      const id = crypto.randomUUID();
      await table.put(passagesKey(id), passages);
      const document = { id, title, origin, characters: text.length, passages: passages.length, storedAt: now() };
      await kept.put(document);
      for (const old of before) await remove(old.id);
      return document;
    },
    async search(query, limit) {
      await caughtUp();
      const documents = new Map(kept.value.map((document) => [document.id, document]));
      return index
        .search(query)
        .flatMap(({ id, score }): Passage[] => {
          const hash = id.lastIndexOf('#');
          const document = documents.get(id.slice(0, hash));
          const passage = document && indexed.get(document.id)?.[Number(id.slice(hash + 1))];
          if (!document || !passage) return [];
          return [{ ...passage, documentId: document.id, title: document.title, origin: document.origin, score }];
        })
        .slice(0, limit);
    },
    remove,
  };
}
