import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openDatabase, createMemoryStore, type SharedTable } from './database';

afterEach(() => vi.unstubAllGlobals());

const kinds: [string, () => SharedTable][] = [
  ['memory', createMemoryStore],
  ['IndexedDB', () => openDatabase(crypto.randomUUID()).library],
  [
    'a browser without IndexedDB',
    () => {
      vi.stubGlobal('indexedDB', undefined);
      return openDatabase('refused').library;
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

describe.each(kinds)('what several tabs write: %s', (_name, create) => {
  it('changes values together, with no other write between, or leaves them', async () => {
    const table = create();
    await table.put('n', 0);
    const count = () => table.update(['n', 'last'], ([n]) => (typeof n === 'number' ? [n + 1, n] : undefined));
    await Promise.all(Array.from({ length: 20 }, count));
    expect([await table.get('n'), await table.get('last')]).toEqual([20, 19]);
    await table.update(['n', 'last'], () => undefined);
    await expect(table.update(['n'], () => JSON.parse('{'))).rejects.toThrow(SyntaxError);
    await table.update(['last'], () => [undefined]);
    expect(await table.entries('')).toEqual([['n', 20]]);
  });
});

describe('openDatabase', () => {
  it('keeps values for the next tab', async () => {
    await openDatabase('shared').threads.put('k', 'v');
    expect(await openDatabase('shared').threads.get('k')).toBe('v');
  });

  it('commits what is written before anything else can happen: a page that closes is not asked for it', async () => {
    const { library } = openDatabase('left');
    await library.get('a');
    const commit = vi.spyOn(IDBTransaction.prototype, 'commit');
    const writes = [library.put('a', 1), library.delete('b')];
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    const told = commit.mock.calls.length;
    await Promise.all(writes);
    vi.restoreAllMocks();
    expect([told, await library.get('a')]).toEqual([2, 1]);
  });

  it('keeps in the tab what the browser would not store', async () => {
    const { library } = openDatabase('clone');
    await library.put('fn', 'before');
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await library.put('other', 'kept');
    await library.update(['fn', 'more'], ([fn]) => [`${String(fn)}, after`, 'more']);
    vi.restoreAllMocks();
    expect(await library.get('other')).toBe('kept');
    expect(await library.get('fn')).toBe('before, after');
    expect(await library.entries('')).toEqual([
      ['fn', 'before, after'],
      ['more', 'more'],
      ['other', 'kept'],
    ]);
  });
});
