import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import Database from 'libsql';
import type { EventLog, StoredBytes } from '../event-log';
import { addChanges, atomically, LOG_PAGES } from './changes';
import { Reserve } from './reserve';
import { addRetention, SCHEMA } from './schema';
import { SqliteLog } from './sqlite-log';
import { asStorageError, WAIT_MS, whileBusy } from './storage-error';

export { storing } from './storage-error';

interface SqliteOptions {
  /** The clock that leases are measured by, in milliseconds. */
  now?: () => number;
  /** Why nothing more is kept of a thread, given what is; undefined if there is room. */
  full?: (kept: StoredBytes) => string | undefined;
  /** Keeps room on the disk so that threads can be deleted when it is full. */
  reserve?: boolean;
}

/**
 * The event log in one SQLite file (WAL), which several processes may share. Creates the folder and the file; throws
 * `StorageError` if it cannot.
 */
export function openSqliteLog(file: string, { now = Date.now, full, reserve = false }: SqliteOptions = {}): EventLog {
  let db: Database.Database | undefined;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    db = new Database(file, { timeout: WAIT_MS });
    prepareFile(db, now());
    return new SqliteLog(file, db, { now, full, mayWrite: true, reserve: reserve ? new Reserve(file) : undefined });
  } catch (error) {
    db?.close();
    throw asStorageError(error, file);
  }
}

/** A log that may only be read. */
interface ReadLog {
  log: EventLog;
  /** Whether somebody writes to the file, and the log does not see what. */
  isOutdated: () => boolean;
}

/**
 * The event log in a file that may only be read: what changes something throws `StorageError`. Undefined if there is none, or
 * none of this version.
 */
export function readSqliteLog(file: string): ReadLog | undefined {
  if (!existsSync(file)) return undefined;
  const { name, isAlone = false, until } = wayToRead(file);
  const isOutdated = (): boolean => until !== undefined && existsSync(until);
  let db: Database.Database | undefined;
  try {
    db = new Database(name, { timeout: WAIT_MS });
    if (isAlone) {
      db.pragma('locking_mode = EXCLUSIVE');
      heldOpen.add(db);
    }
    return { log: new SqliteLog(file, db, { now: Date.now, mayWrite: false, isOutdated }), isOutdated };
  } catch {
    db?.close();
    return undefined;
  }
}

/** Were one of these closed as garbage, so would the locks be that this process may have on the same file by then. */
const heldOpen = new Set<Database.Database>();

/**
 * How SQLite reads a file without making others beside it, and what there is once somebody else writes to it. `isAlone`: as if
 * nobody else had it open, with its own index of the write-ahead log.
 */
function wayToRead(file: string): { name: string; isAlone?: boolean; until?: string } {
  const { href } = pathToFileURL(file);
  const [log, index] = [`${file}-wal`, `${file}-shm`];
  if (!existsSync(log)) return { name: `${href}?immutable=1`, until: log };
  if (!existsSync(index)) return { name: `${href}?mode=ro&vfs=unix-none`, isAlone: true, until: index };
  return { name: file };
}

/** Makes the tables, and what an older version's file lacks. */
function prepareFile(db: Database.Database, now: number): void {
  whileBusy(() => db.pragma('journal_mode = WAL'));
  // A killed process loses nothing; only a power cut may lose the last entries.
  db.pragma('synchronous = NORMAL');
  db.pragma(`wal_autocheckpoint = ${LOG_PAGES}`);
  whileBusy(() =>
    atomically(db, () => {
      db.exec(SCHEMA);
      addRetention(db, now);
      addChanges(db);
    }),
  );
}
