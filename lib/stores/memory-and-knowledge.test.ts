import { describe, expect, it } from 'vitest';
import { openKnowledgeStore, MOST_CHARACTERS } from './knowledge';
import { createMemoryStore, type KeyValue } from './database';
import { MOST_MEMORIES, openMemoryStore } from './memory';
import { termsOf } from '@/lib/discovery';

let clock = 0;
const now = () => ++clock;
const memories = (table: KeyValue) => openMemoryStore({ table, now });
const knowledge = (table: KeyValue) => openKnowledgeStore({ table, now });

describe('memory', () => {
  it('recalls by words, their beginnings, near spellings and tags, after a reload too', async () => {
    const table = createMemoryStore();
    const first = await memories(table);
    await first.store('The reduced rate is 7 percent.', ['taxes']);
    await first.store('Deploys happen on Tuesdays.', ['release']);
    const again = await memories(table);
    const recalled = async (query: string) => (await again.recall(query, 1))[0]?.text;
    expect(await recalled('what is the reduced rate')).toContain('7 percent');
    expect(await recalled('deploy')).toContain('Tuesdays');
    expect(await recalled('Tuesdsys')).toContain('Tuesdays');
    expect(await recalled('taxes')).toContain('7 percent');
    expect(await again.recall('the', 5)).toEqual([]);
    expect((await again.recall(' ', 5)).map(({ text }) => text[0])).toEqual(['D', 'T']);
  });

  it('stores the same text once, with the tags of both times', async () => {
    const store = await memories(createMemoryStore());
    const first = await store.store('Half up.', ['rounding']);
    const second = await store.store('Half up.', ['money']);
    expect(second).toMatchObject({ id: first?.id, tags: ['rounding', 'money'] });
    expect(store.value).toHaveLength(1);
  });

  it('forgets, and takes back what was forgotten', async () => {
    const store = await memories(createMemoryStore());
    const memory = await store.store('Kept in cents.', []);
    expect(await store.forget(memory?.id ?? '')).toBe(true);
    expect(await store.recall('cents', 5)).toEqual([]);
    if (memory) await store.restore(memory);
    expect(await store.recall('cents', 5)).toEqual([memory]);
  });

  it('takes no more than it has room for', async () => {
    const table = createMemoryStore();
    for (let at = 0; at < MOST_MEMORIES; at++) {
      await table.put(`memory:${at}`, { id: String(at), text: `n ${at}`, tags: [], storedAt: at });
    }
    const store = await memories(table);
    expect(await store.store('one more', [])).toBeUndefined();
    expect(await store.store('n 7', ['known'])).toMatchObject({ id: '7' });
  });
});

describe('knowledge', () => {
  const RATES = '# Rates\n\nReduced is 7 percent.\n\n# Rounding\n\nHalf a cent is rounded up.';

  it('finds the passage, with its section and where it is from, after a reload too', async () => {
    const table = createMemoryStore();
    await (await knowledge(table)).ingest({ title: 'Money', origin: 'docs/money.md', text: RATES });
    const [best] = await (await knowledge(table)).search('rounded cents', 3);
    expect(best).toMatchObject({ title: 'Money', origin: 'docs/money.md', section: 'Rounding' });
    expect(best?.text).toContain('Half a cent');
  });

  it('replaces what came from the same origin, and forgets what was removed', async () => {
    const table = createMemoryStore();
    const store = await knowledge(table);
    await store.ingest({ title: 'Money', origin: 'docs/money.md', text: RATES });
    await store.search('reduced', 1);
    const second = await store.ingest({ title: 'Money', origin: 'docs/money.md', text: 'Standard is 19 percent.' });
    expect(store.value).toEqual([second]);
    expect(await store.search('reduced', 1)).toEqual([]);
    expect(await store.search('standard', 1)).toHaveLength(1);
    expect(await store.remove(second?.id ?? '')).toBe(true);
    expect(await store.search('standard', 1)).toEqual([]);
    expect(await table.entries('')).toEqual([]);
  });

  it('finds words in a script without spaces', async () => {
    expect(termsOf('工具的权限 check')).toEqual(expect.arrayContaining(['工具', '权限', 'check']));
    const store = await knowledge(createMemoryStore());
    await store.ingest({ title: 'zh', origin: 'a', text: '每个工具都有权限。' });
    expect(await store.search('权限', 1)).toHaveLength(1);
  });

  it('takes no more than it has room for', async () => {
    const store = await knowledge(createMemoryStore());
    const text = 'x'.repeat(MOST_CHARACTERS);
    expect(await store.ingest({ title: 'big', origin: 'big', text })).toBeDefined();
    expect(await store.ingest({ title: 'more', origin: 'more', text: 'y' })).toBeUndefined();
  });
});
