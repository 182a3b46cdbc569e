import type Database from 'libsql';

/** Changes of one commit: enough to share its cost, and few enough that what follows from them all holds up nobody. */
const MOST = 8;

interface Change {
  /** Is part of a transaction, and gives what acknowledges it after the commit. May be done again where that was rolled back. */
  work: () => () => void;
  reject: (error: unknown) => void;
}

/**
 * Commits together what is asked for in the same turn of the event loop: a commit costs as much as a few changes, and under load many
 * threads append at once. What is told to whoever follows them goes out before the next are taken on.
 */
export class GroupCommit {
  readonly #commit: <T>(work: () => T) => T;
  readonly #step: <T>(work: () => T) => Promise<T>;
  readonly #waiting: Change[] = [];

  /** @param commit does all of the work or nothing @param step does what may find the file busy, again while it is */
  constructor(commit: <T>(work: () => T) => T, step: <T>(work: () => T) => Promise<T>) {
    this.#commit = commit;
    this.#step = step;
  }

  /** Does all of the work or nothing. Resolves after the commit. */
  change<T>(work: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({
        work: () => {
          const result = work();
          return () => resolve(result);
        },
        reject,
      });
      if (this.#waiting.length === MOST) this.flush();
      else if (this.#waiting.length === 1) setImmediate(() => this.flush());
    });
  }

  /** Commits what waits. */
  flush(): void {
    const changes = this.#waiting.splice(0);
    if (changes.length > 1) {
      try {
        for (const acknowledge of this.#commit(() => changes.map(({ work }) => work()))) acknowledge();
        return;
      } catch {
        // One of them cannot be done. Each by itself, so that the others are.
      }
    }
    for (const { work, reject } of changes) {
      void this.#step(() => this.#commit(work)).then((acknowledge) => acknowledge(), reject);
    }
  }
}

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
