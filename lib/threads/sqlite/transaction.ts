import type Database from 'libsql';

/** Does all of the work or nothing. What went wrong is thrown as it is, also where SQLite has rolled back by itself. */
export function atomically<T>(db: Database.Database, work: () => T): T {
  db.exec('begin immediate');
  try {
    const result = work();
    db.exec('commit');
    return result;
  } catch (error) {
    if (db.inTransaction) db.exec('rollback');
    throw error;
  }
}
