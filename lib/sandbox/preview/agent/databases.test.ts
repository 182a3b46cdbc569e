import { afterEach, describe, expect, it } from 'vitest';
import { MAX_DATABASES_BYTES } from '../limits';
import { AnswerSchema, type KeptDatabase } from '../messages';
import { keepDatabases } from './databases';

const NAMES = Object.getOwnPropertyNames(globalThis);
afterEach(() => {
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    if (/^(IDB|indexedDB)/.test(name) && !NAMES.includes(name)) Reflect.deleteProperty(globalThis, name);
  }
});

/** Opens a page with what the one before it kept, runs it, and gives what it keeps. */
async function visit<T>(kept: readonly KeptDatabase[], page: () => Promise<T>) {
  let after = kept;
  const notes: string[] = [];
  const { settled } = await keepDatabases({
    kept,
    note: (words) => notes.push(words),
    send(message) {
      const sent = AnswerSchema.parse(structuredClone(message));
      if (sent.kind === 'databases') after = sent.databases;
    },
  });
  const seen = await page();
  await settled();
  return { seen, kept: after, notes };
}

const opened = (name: string, version?: number, upgrade: (database: IDBDatabase) => void = () => undefined) =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name, version);
    request.onupgradeneeded = () => upgrade(request.result);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
const done = (transaction: IDBTransaction) => new Promise((resolve) => (transaction.oncomplete = resolve));
const all = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve) => (request.onsuccess = () => resolve(request.result)));

describe('databases of a page', () => {
  it('are there again on the next page, with indexes, keys and values of every kind', async () => {
    const first = await visit([], async () => {
      const database = await opened('shop', 3, (made) => {
        made.createObjectStore('teas', { keyPath: 'id' }).createIndex('by name', 'name', { unique: true });
        made.createObjectStore('notes', { autoIncrement: true });
      });
      const transaction = database.transaction(['teas', 'notes'], 'readwrite');
      transaction.objectStore('teas').put({ id: 1, name: 'green', at: new Date(5), bytes: new Uint8Array([1, 2]) });
      transaction.objectStore('notes').add('first');
      await done(transaction);
    });
    const second = await visit(first.kept, async () => {
      const database = await opened('shop');
      const transaction = database.transaction(['teas', 'notes'], 'readwrite');
      const teas = await all(transaction.objectStore('teas').index('by name').getAll('green'));
      await all(transaction.objectStore('notes').add('second'));
      const notes = transaction.objectStore('notes');
      return { version: database.version, teas, keys: await all(notes.getAllKeys()), notes: await all(notes.getAll()) };
    });
    expect(second.seen).toEqual({
      version: 3,
      teas: [{ id: 1, name: 'green', at: new Date(5), bytes: new Uint8Array([1, 2]) }],
      keys: [1, 2],
      notes: ['first', 'second'],
    });
  });

  it('are gone once they are deleted, and as they were where a transaction was aborted', async () => {
    const write = async (name: string, abort: boolean) => {
      const database = await opened(name, 1, (made) => made.createObjectStore('s'));
      const transaction = database.transaction('s', 'readwrite');
      transaction.objectStore('s').put(name, 1);
      if (abort) transaction.abort();
      else await done(transaction);
      database.close();
    };
    const { kept } = await visit([], async () => {
      await write('kept', false);
      await write('aborted', true);
      // At any moment of what is read of them.
      for (let pause = 0; pause < 12; pause += 1) {
        await write('deleted', false);
        await new Promise((resolve) => setTimeout(resolve, pause / 3));
        await all(indexedDB.deleteDatabase('deleted'));
      }
    });
    expect(kept.map(({ name, stores }) => [name, stores[0]?.rows])).toEqual([
      ['kept', [[1, 'kept']]],
      ['aborted', []],
    ]);
  });

  it('are not kept beyond what there is room for, and the page is told', async () => {
    const { kept, notes } = await visit([], async () => {
      const database = await opened('large', 1, (made) => made.createObjectStore('s'));
      const transaction = database.transaction('s', 'readwrite');
      transaction.objectStore('s').put(new Uint8Array(MAX_DATABASES_BYTES), 1);
      await done(transaction);
    });
    expect([kept.flatMap(({ stores }) => stores.flatMap(({ rows }) => rows)), notes.length]).toEqual([[], 1]);
  });
});
