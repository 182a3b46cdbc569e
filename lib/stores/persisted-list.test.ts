import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openPersistedList } from './persisted-list';
import { createMemoryStore, type KeyValue } from './database';
import type { TabChannel } from './tab-channel';
import { createTabs } from './testing/fake-tabs';

const ItemSchema = z.object({ id: z.string(), at: z.number() });
type Item = z.infer<typeof ItemSchema>;

const open = (table: KeyValue, channel?: TabChannel) =>
  openPersistedList<Item>({
    table,
    prefix: 'item:',
    schema: ItemSchema,
    idOf: ({ id }) => id,
    order: (a, b) => a.at - b.at,
    channel,
  });

describe('a kept list', () => {
  it('is in its order, tells of changes, and is there again when it is opened anew', async () => {
    const table = createMemoryStore();
    const list = await open(table);
    const seen: number[] = [];
    list.subscribe(() => seen.push(list.value.length));
    await list.put({ id: 'b', at: 2 });
    await list.put({ id: 'a', at: 1 });
    await list.put({ id: 'b', at: 0 });
    expect(list.value.map(({ id }) => id)).toEqual(['b', 'a']);
    expect(await list.remove('a')).toBe(true);
    expect(await list.remove('a')).toBe(false);
    expect(seen).toEqual([1, 2, 2, 1]);
    expect((await open(table)).value).toEqual([{ id: 'b', at: 0 }]);
  });

  it('changes what is there, and brings nothing back that was removed', async () => {
    const table = createMemoryStore();
    const list = await open(table);
    await list.put({ id: 'a', at: 1 });
    expect(await list.update('a', (item) => ({ ...item, at: 5 }))).toBe(true);
    const [removed, updated] = await Promise.all([list.remove('a'), list.update('a', (item) => ({ ...item, at: 6 }))]);
    expect([removed, updated]).toEqual([true, false]);
    expect(await table.entries('')).toEqual([]);
  });

  it('keeps its identity while nothing changes', async () => {
    const list = await open(createMemoryStore());
    const before = list.value;
    await list.remove('nothing');
    expect(list.value).toBe(before);
  });

  it('passes over a damaged row, and what stands under another prefix', async () => {
    const table = createMemoryStore();
    await table.put('item:broken', { id: 7 });
    await table.put('other:x', { id: 'x', at: 1 });
    await table.put('item:y', { id: 'y', at: 1 });
    expect((await open(table)).value).toEqual([{ id: 'y', at: 1 }]);
  });

  it('hears of what another tab does, and neither overwrites the other', async () => {
    const table = createMemoryStore();
    const tab = createTabs();
    const [one, two] = [await open(table, tab()), await open(table, tab())];
    await Promise.all([one.put({ id: 'of one', at: 1 }), two.put({ id: 'of two', at: 2 })]);
    await Promise.all([one.refresh(), two.refresh()]);
    expect(one.value).toEqual(two.value);
    expect(one.value.map(({ id }) => id)).toEqual(['of one', 'of two']);
    const heard = new Promise<void>((resolve) => two.subscribe(resolve));
    await one.remove('of two');
    await heard;
    expect(two.value).toEqual(one.value);
  });
});
