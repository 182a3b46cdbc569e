import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openDatabase } from './database';
import { createMemoryStore, type KeyValue } from './key-value';

afterEach(() => vi.unstubAllGlobals());

const kinds: [string, () => KeyValue][] = [
  ['memory', createMemoryStore],
  ['IndexedDB', () => openDatabase(crypto.randomUUID()).journal],
  [
    'a browser without IndexedDB',
    () => {
      vi.stubGlobal('indexedDB', undefined);
      return openDatabase('refused').journal;
    },
  ],
];

describe.each(kinds)('key-value store: %s', (_name, create) => {
  it('gives back what was put, and nothing after it is deleted', async () => {
    const store = create();
    expect(await store.get('a')).toBeUndefined();
    await store.put('a', { n: 1 });
    await store.put('a', { n: 2 });
    expect(await store.get('a')).toEqual({ n: 2 });
    await store.delete('a');
    expect(await store.get('a')).toBeUndefined();
  });

  it('lists by prefix, in key order', async () => {
    const store = create();
    for (const key of ['t1:b', 't2:a', 't1:a', 't']) await store.put(key, key);
    expect(await store.entries('t1:')).toEqual([
      ['t1:a', 't1:a'],
      ['t1:b', 't1:b'],
    ]);
  });
});

describe('openDatabase', () => {
  it('keeps values for the next tab', async () => {
    await openDatabase('shared').threads.put('k', 'v');
    expect(await openDatabase('shared').threads.get('k')).toBe('v');
  });

  it('keeps in the tab what the browser would not store', async () => {
    const { threads } = openDatabase('clone');
    await threads.put('fn', 'before');
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await threads.put('other', 'kept');
    vi.restoreAllMocks();
    expect(await threads.get('other')).toBe('kept');
    expect(await threads.entries('')).toEqual([
      ['fn', 'before'],
      ['other', 'kept'],
    ]);
  });
});
