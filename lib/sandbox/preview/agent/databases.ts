import * as idb from 'fake-indexeddb';
import { MAX_DATABASES, MAX_DATABASES_BYTES } from '../limits';
import type { KeptDatabase, PageAnswer } from '../messages';
import { sizeOf } from '../size-of';

/** The page's IndexedDB, since the browser's refuses an opaque origin. */
export interface Databases {
  /** Resolves once everything committed has been sent out of the frame. */
  settled(): Promise<void>;
}

export interface DatabasesOptions {
  kept: readonly KeptDatabase[];
  send: (message: PageAnswer) => void;
  note: (words: string) => void;
}

/** Installs IndexedDB with the kept databases, and sends all of them after each change. */
export async function keepDatabases({ kept, send, note }: DatabasesOptions): Promise<Databases> {
  const factory = new idb.IDBFactory();
  const [open, remove] = [factory.open.bind(factory), factory.deleteDatabase.bind(factory)];
  // Kept in case the page replaces the global timer.
  const later = setTimeout;
  let writing: Promise<void> | undefined;
  let told = false;

  const write = async (): Promise<void> => {
    await new Promise((resolve) => later(resolve, 0));
    writing = undefined;
    const databases: KeptDatabase[] = [];
    for (const { name } of await factory.databases()) {
      const database = name === undefined ? undefined : await readDatabase(open(name));
      if (database) databases.push(database);
    }
    const fits = databases.length <= MAX_DATABASES && sizeOf(databases, MAX_DATABASES_BYTES) <= MAX_DATABASES_BYTES;
    if (fits) send({ kind: 'databases', databases });
    else if (!told)
      note(`IndexedDB holds more than ${MAX_DATABASES_BYTES} bytes: the next page has it as it was before`);
    told = !fits;
  };
  const changed = (): void => {
    writing ??= write().catch((error: unknown) => note(`IndexedDB is not kept: ${String(error)}`));
  };
  const watch = (database: IDBDatabase): void => {
    const { transaction } = database;
    database.transaction = (...args) => {
      const begun = transaction.apply(database, args);
      if (begun.mode !== 'readonly') begun.addEventListener('complete', changed);
      return begun;
    };
  };

  for (const database of kept.values()) await bringBack(open(database.name, database.version), database);
  factory.open = (...args) => {
    const request = open(...args);
    request.addEventListener('upgradeneeded', () => request.transaction?.addEventListener('complete', changed));
    request.addEventListener('success', () => watch(request.result));
    return request;
  };
  factory.deleteDatabase = (name) => {
    const request = remove(name);
    request.addEventListener('success', changed);
    return request;
  };
  for (const [name, value] of Object.entries(idb)) {
    if (name.startsWith('IDB')) Reflect.defineProperty(globalThis, name, { configurable: true, writable: true, value });
  }
  Reflect.defineProperty(globalThis, 'indexedDB', { configurable: true, enumerable: true, get: () => factory });
  return {
    async settled() {
      while (writing) await writing;
    },
  };
}

const answer = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Undefined if the page has deleted it meanwhile, as opening it would create it again. */
async function readDatabase(request: IDBOpenDBRequest): Promise<KeptDatabase | undefined> {
  let gone = false;
  request.onupgradeneeded = () => {
    gone = true;
    request.transaction?.abort();
  };
  const database = await answer(request).catch((error: unknown) => {
    if (!gone) throw error;
  });
  if (!database) return undefined;
  // Do not block the page from upgrading or deleting it.
  database.onversionchange = () => database.close();
  const names = [...database.objectStoreNames];
  try {
    const { name, version } = database;
    if (names.length === 0) return { name, version, stores: [] };
    const transaction = database.transaction(names, 'readonly');
    return { name, version, stores: await Promise.all(names.map((one) => readStore(transaction.objectStore(one)))) };
  } finally {
    database.close();
  }
}

async function readStore(store: IDBObjectStore): Promise<KeptDatabase['stores'][number]> {
  const { name, keyPath, autoIncrement } = store;
  const indexes = [...store.indexNames].map((one) => {
    const index = store.index(one);
    return { name: one, keyPath: index.keyPath, unique: index.unique, multiEntry: index.multiEntry };
  });
  const [keys, values] = await Promise.all([answer(store.getAllKeys()), answer(store.getAll())]);
  return { name, keyPath, autoIncrement, indexes, rows: keys.map((key, at) => [key, values[at]]) };
}

/** Skips what cannot be restored. */
const bringBack = (request: IDBOpenDBRequest, { stores }: KeptDatabase): Promise<void> =>
  new Promise((resolve) => {
    request.onupgradeneeded = () => {
      for (const { name, keyPath, autoIncrement, indexes, rows } of stores) {
        const store = request.result.createObjectStore(name, { keyPath, autoIncrement });
        for (const index of indexes) store.createIndex(index.name, index.keyPath, index);
        for (const [key, value] of rows) store.put(value, keyPath === null ? key : undefined);
      }
    };
    request.onsuccess = () => {
      request.result.close();
      resolve();
    };
    request.onerror = () => resolve();
  });
