import { EventEmitter } from 'node:events';
import type Database from 'libsql';
import { z } from 'zod';
import type { LogEntry, StorageError } from '../event-log';
import { readNumber } from './schema';
import { statSync } from 'node:fs';
import Background from 'libsql/promise';

/**
 * A state of the file: SQLite's data version, which changes when another connection writes, and how many changes to threads
 * were counted.
 */
interface Moment {
  version: number;
  count: number;
}

/** Tells which threads have changed. */
interface Changes {
  now(): Moment;
  /** Topics changed since `moment`, and the moment up to which that holds. Nearly free if no other process has written. */
  since(moment: Moment): { topics: readonly string[]; upTo: Moment };
}

const ChangedSchema = z.array(z.object({ thread_id: z.string(), change: z.number() }));

/** A topic of its own, so that a run's own appends do not trigger a check for stop requests. */
export const stopTopic = (threadId: string): string => `${threadId}\0stop`;

/** Migrates a file of an older version to record the order in which threads change. Runs inside a transaction. */
export function addChanges(db: Database.Database): void {
  const known = z.array(z.object({ name: z.string() })).parse(db.prepare('pragma table_info(threads)').all());
  if (!known.some(({ name }) => name === 'change')) {
    db.exec('alter table threads add column change integer not null default 0');
  }
  db.exec(`
    create table if not exists changes (one integer primary key check (one = 1), count integer not null);
    insert or ignore into changes values (1, 0);
    create index if not exists threads_by_change on threads (change);
  `);
}

export function createChanges(db: Database.Database): Changes & { begin(): void } {
  const next = db.prepare('update changes set count = count + 1');
  const count = db.prepare('select count from changes');
  const changed = db.prepare(
    `select thread_id, change from threads where change > ?1
     union all select thread_id, removed from gone where removed > ?1 order by change`,
  );
  const version = db.prepare('pragma data_version');
  const versionNow = (): number => readNumber(version.get(), 'data_version') ?? 0;
  return {
    /** Call first in a transaction that changes threads. */
    begin: () => void next.run(),
    now: () => ({ version: versionNow(), count: readNumber(count.get(), 'count') ?? 0 }),
    since(moment) {
      const now = versionNow();
      if (now === moment.version) return { topics: [], upTo: moment };
      const rows = ChangedSchema.parse(changed.all(moment.count));
      const topics = rows.flatMap(({ thread_id: id }) => [id, stopTopic(id)]);
      return { topics, upTo: { version: now, count: rows.at(-1)?.change ?? moment.count } };
    },
  };
}

/** How often to check for other processes' writes, in milliseconds. */
const POLL_MS = 25;

/**
 * Wakes those who watch a topic, such as a thread: at once for this process's writes, by polling for those of others. Only
 * the topic's watchers are woken, so a write costs the same however many streams are open.
 */
export class Wakes {
  readonly #emitter = new EventEmitter().setMaxListeners(0);
  readonly #changes: Changes;
  #timer: NodeJS.Timeout | undefined;
  #watchers = 0;

  constructor(changes: Changes) {
    this.#changes = changes;
  }

  /** `appended` saves the watchers from reading the entries back. */
  notify(topic: string, appended: readonly LogEntry[] = []): void {
    this.#emitter.emit(`topic:${topic}`, appended);
  }

  /** Tells watchers that expected entries will not come. */
  fail(topic: string, error: StorageError): void {
    this.#emitter.emit(`topic:${topic}`, [], error);
  }

  /**
   * Calls `wake` whenever the topic may have changed, with the new entries as far as known; returns a function that ends the
   * watch.
   */
  watch(topic: string, wake: (appended: readonly LogEntry[], failed?: StorageError) => void): () => void {
    this.#emitter.on(`topic:${topic}`, wake);
    this.#watchers += 1;
    if (this.#watchers === 1) this.#startPolling();
    return () => {
      this.#emitter.off(`topic:${topic}`, wake);
      this.#watchers -= 1;
      if (this.#watchers === 0) this.close();
    };
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #startPolling(): void {
    let seen = this.#changes.now();
    this.#timer = setInterval(() => {
      try {
        const { topics, upTo } = this.#changes.since(seen);
        seen = upTo;
        for (const topic of topics) this.notify(topic);
      } catch {
        // If the file cannot be read, the readers' own calls report it.
      }
    }, POLL_MS);
    this.#timer.unref();
  }
}

/** Most changes per commit: enough to share its cost, few enough that the first is not long delayed by the others' work. */
const MOST = 3;
/** Most bytes per commit, unless one change has more. */
const MOST_BYTES = 500_000;

interface Change {
  /**
   * Runs inside a transaction and returns a function that acknowledges it after the commit. May run again if that was rolled
   * back.
   */
  work: () => () => void;
  /** About how many it writes. */
  bytes: number;
  reject: (error: unknown) => void;
}

type Commit = <T>(work: () => T, bytes: number) => T;

/**
 * Commits changes made in the same round of the event loop together: a commit costs as much as a few changes, and under load
 * many threads append at once. Followers are told of these changes before the next ones are taken.
 */
export class GroupCommit {
  readonly #commit: Commit;
  readonly #step: <T>(work: () => T) => Promise<T>;
  readonly #waiting: Change[] = [];
  /** About how many bytes those write. */
  #bytes = 0;
  /** What came before them, and waits for a task of its own, so that much of it at once holds nobody else up. */
  readonly #full: Change[][] = [];
  #due = false;

  /** @param commit does all of the work or nothing @param step runs work that may find the file busy, and retries while it is */
  constructor(commit: Commit, step: <T>(work: () => T) => Promise<T>) {
    this.#commit = commit;
    this.#step = step;
  }

  /** Does all of the work, which writes about so many bytes, or nothing. Resolves after the commit. */
  change<T>(work: () => T, bytes = 0): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#bytes > 0 && this.#bytes + bytes > MOST_BYTES) this.#full.push(this.#taken());
      this.#bytes += bytes;
      this.#waiting.push({
        work: () => {
          const result = work();
          return () => resolve(result);
        },
        bytes,
        reject,
      });
      if (this.#waiting.length < MOST) this.#later();
      else if (this.#full.length === 0) this.#do(this.#taken());
      else this.#full.push(this.#taken());
    });
  }

  /** Commits all waiting changes. */
  flush(): void {
    for (const changes of [...this.#full.splice(0), this.#taken()]) this.#do(changes);
  }

  #later(): void {
    if (this.#due) return;
    this.#due = true;
    setImmediate(() => {
      this.#due = false;
      this.#do(this.#full.shift() ?? this.#taken());
      if (this.#full.length + this.#waiting.length > 0) this.#later();
    });
  }

  #taken(): Change[] {
    this.#bytes = 0;
    return this.#waiting.splice(0);
  }

  #do(changes: readonly Change[]): void {
    if (changes.length > 1) {
      const bytes = changes.reduce((sum, change) => sum + change.bytes, 0);
      try {
        for (const acknowledge of this.#commit(() => changes.map(({ work }) => work()), bytes)) acknowledge();
        return;
      } catch {
        // One of them failed. Do each by itself, so that the others succeed.
      }
    }
    for (const { work, bytes, reject } of changes) {
      void this.#step(() => this.#commit(work, bytes)).then((acknowledge) => acknowledge(), reject);
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

const inodeOf = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.ino;

/** The files of an open database, which somebody may remove or replace meanwhile. */
export class DatabaseFiles {
  readonly #file: string;
  readonly #inode: number | undefined;
  /** Of the write-ahead log, which holds the latest acknowledged writes. It exists from the first write on. */
  #walInode: number | undefined;

  constructor(file: string) {
    this.#file = file;
    this.#inode = inodeOf(file);
    this.#walInode = inodeOf(`${file}-wal`);
  }

  /** Whether writes would now go into a file that has been removed or replaced. */
  replaced(): boolean {
    const wal = inodeOf(`${this.#file}-wal`);
    const known = this.#walInode;
    this.#walInode ??= wal;
    return inodeOf(this.#file) !== this.#inode || (known !== undefined && wal !== known);
  }
}

/** How long commits collect in the write-ahead log before a checkpoint, in milliseconds. */
const EVERY_MS = 1_000;
/** Bytes from which they do not wait any longer: were they many, the checkpoint of a commit itself would have to move them. */
const SOON_BYTES = 8_000_000;
/**
 * Pages in the write-ahead log (of 4 KiB) from which a commit does the checkpoint itself, so that the log starts anew where
 * writes never pause; by then little is left to move. SQLite's default of 1,000 held up the event loop for 6 ms, six times a
 * second under load.
 */
export const LOG_PAGES = 16_000;

/**
 * Moves commits from the write-ahead log to the database file, in another thread and on a connection of its own, so that no
 * commit waits for the disk.
 */
export class Checkpoints {
  readonly #file: string;
  #db: Background | undefined;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #closed = false;
  /** Written since a checkpoint was last due or begun. */
  #bytes = 0;

  constructor(file: string) {
    this.#file = file;
  }

  /** Call with each commit, and about how many bytes it writes. */
  wrote(bytes: number): void {
    this.#bytes += bytes;
    const soon = this.#bytes >= SOON_BYTES;
    if (this.#closed || this.#running || (this.#timer && !soon)) return;
    if (soon) this.#bytes = 0;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#begin(), soon ? 0 : EVERY_MS);
    this.#timer.unref();
  }

  /** Moves all that is committed now, as far as there is room. */
  async now(): Promise<void> {
    await this.#running;
    if (!this.#closed) await this.#begin();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    if (!this.#running) this.#db?.close();
  }

  #begin(): Promise<void> {
    clearTimeout(this.#timer);
    return (this.#running ??= this.#checkpoint());
  }

  async #checkpoint(): Promise<void> {
    this.#bytes = 0;
    try {
      this.#db ??= new Background(this.#file, {});
      // Passive: nobody who writes has to wait, even if the disk takes seconds.
      await this.#db.exec('pragma wal_checkpoint(passive)');
    } catch {
      // What was not moved stays in the log, from where it is read.
    }
    this.#running = undefined;
    this.#timer = undefined;
    if (this.#closed) this.#db?.close();
    else if (this.#bytes > 0) this.wrote(0);
  }
}
