import type Database from 'libsql';

/** Most changes per commit: enough to share its cost, few enough that handling all of their results delays nobody. */
const MOST = 8;

interface Change {
  /**
   * Runs inside a transaction and returns a function that acknowledges it after the commit. May run again if that was rolled
   * back.
   */
  work: () => () => void;
  reject: (error: unknown) => void;
}

/**
 * Commits changes made in the same turn of the event loop together: a commit costs as much as a few changes, and under load
 * many threads append at once. Followers are told of these changes before the next ones are taken.
 */
export class GroupCommit {
  readonly #commit: <T>(work: () => T) => T;
  readonly #step: <T>(work: () => T) => Promise<T>;
  readonly #waiting: Change[] = [];

  /** @param commit does all of the work or nothing @param step runs work that may find the file busy, and retries while it is */
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

  /** Commits all waiting changes. */
  flush(): void {
    const changes = this.#waiting.splice(0);
    if (changes.length > 1) {
      try {
        for (const acknowledge of this.#commit(() => changes.map(({ work }) => work()))) acknowledge();
        return;
      } catch {
        // One of them failed. Do each by itself, so that the others succeed.
      }
    }
    for (const { work, reject } of changes) {
      void this.#step(() => this.#commit(work)).then((acknowledge) => acknowledge(), reject);
    }
  }
}

/** Does all of the work or nothing. Rethrows the original error, even if SQLite has rolled back by itself. */
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
