import { setTimeout as sleep } from 'node:timers/promises';
import type Database from 'libsql';
import type { AGUIEvent } from '@ag-ui/core';
import {
  LeaseLostError,
  NoRoomError,
  StorageError,
  shareOf,
  type EventLog,
  type Gone,
  type StoredBytes,
  type UsageOf,
  type Lease,
  type LogEntry,
  type BegunRun,
  type RunStart,
  type ThreadRecord,
} from '../event-log';
import { inSlice } from '../time-slices';
import type { Reserve } from './reserve';
import { Sweeper } from './sweeper';
import { createChanges, stopTopic, Wakes, GroupCommit, atomically, DatabaseFiles, Checkpoints } from './changes';
import { asStorageError, isBusyError, storageError, WAIT_MS, BUSY_MS } from './storage-error';
import { createEntries, fitting, LONG, storedEvents, type StoredEvent } from './entries';
import { readNumber, readOwner, readThreadRow, prepareStatements, createRetention } from './schema';

/** Most entries read in one step of a tail. */
const PAGE = 100;
/** Most bytes of entries read in one step. */
const PAGE_BYTES = 500_000;
/** How often a log that may be outdated is looked at, in milliseconds. */
const LOOK_MS = 1_000;

interface LogOptions {
  now: () => number;
  full?: ((kept: StoredBytes) => string | undefined) | undefined;
  /** Whether anything may be changed. */
  mayWrite: boolean;
  /** Whether it no longer sees what is written: who follows a thread then has to ask for it again. */
  isOutdated?: () => boolean;
  reserve?: Reserve | undefined;
}

/** The event log in an open file, which has its tables. */
export class SqliteLog implements EventLog {
  readonly #file: string;
  readonly #files: DatabaseFiles;
  readonly #db: Database.Database;
  readonly #sql: ReturnType<typeof prepareStatements>;
  readonly #rows: ReturnType<typeof createEntries>;
  readonly #retention: ReturnType<typeof createRetention>;
  readonly #changes: ReturnType<typeof createChanges>;
  readonly #wakes: Wakes;
  readonly #commits: GroupCommit;
  readonly #checkpoints: Checkpoints;
  readonly #sweeper: Sweeper;
  readonly #now: () => number;
  readonly #full: LogOptions['full'];
  readonly #mayWrite: boolean;
  readonly #isOutdated: LogOptions['isOutdated'];
  readonly #reserve: Reserve | undefined;

  constructor(file: string, db: Database.Database, { now, full, mayWrite, isOutdated, reserve }: LogOptions) {
    this.#file = file;
    this.#db = db;
    this.#now = now;
    this.#full = full;
    this.#mayWrite = mayWrite;
    this.#isOutdated = isOutdated;
    this.#reserve = reserve;
    this.#files = new DatabaseFiles(file);
    this.#sql = prepareStatements(db);
    this.#rows = createEntries(db);
    this.#retention = createRetention(db);
    this.#changes = createChanges(db);
    this.#wakes = new Wakes(this.#changes);
    this.#checkpoints = new Checkpoints(file);
    this.#commits = new GroupCommit(
      (work, bytes) => this.#commit(work, bytes),
      (work) => this.#step(work),
    );
    this.#sweeper = new Sweeper(
      () => this.#step(() => this.#retention.isUnswept()),
      () => this.#free(() => this.#retention.sweep()),
    );
    // The process before may not have come to the end.
    if (mayWrite) this.#sweeper.due();
  }

  async find(threadId: string, owner: string): Promise<ThreadRecord | undefined> {
    const thread = await this.#step(() => this.#thread(threadId));
    return thread?.owner === owner ? thread : undefined;
  }

  async create(threadId: string, owner: string, address = ''): Promise<ThreadRecord | undefined> {
    return this.#change(() => {
      if (this.#retention.gone(threadId) === undefined) this.#sql.create.run(threadId, owner, address, this.#now());
      const thread = this.#thread(threadId);
      return thread?.owner === owner ? thread : undefined;
    });
  }

  async begin(
    { threadId, epoch, lastSeq }: Pick<ThreadRecord, 'threadId' | 'epoch' | 'lastSeq'>,
    { runId, ttlMs, events, options }: RunStart,
  ): Promise<BegunRun | undefined> {
    const chosen = options ? JSON.stringify(options) : null;
    const lease: Lease = { threadId, runId, epoch: epoch + 1 };
    const entries = await this.#append(lease, events, (stored) => {
      const now = this.#now();
      const { changes } = this.#sql.takeLease.run(runId, now + ttlMs, chosen, threadId, epoch, lastSeq, now);
      return changes > 0 ? this.#write(lease, events, stored) : undefined;
    });
    return entries && { lease, entries };
  }

  async renew({ threadId, epoch }: Lease, ttlMs: number): Promise<void> {
    const { changes } = await this.#change(() => this.#sql.renew.run(this.#now() + ttlMs, threadId, epoch));
    if (changes === 0) throw new LeaseLostError(LOST);
  }

  async append(lease: Lease, events: readonly AGUIEvent[]): Promise<LogEntry[]> {
    if (events.length === 0) return [];
    return this.#append(lease, events, (stored) => {
      const full = this.#full?.(this.#retention.storedWith(lease.threadId));
      if (full !== undefined) throw new NoRoomError(full);
      return this.#write(lease, events, stored);
    });
  }

  async finish(lease: Lease, events: readonly AGUIEvent[]): Promise<LogEntry[]> {
    return this.#append(lease, events, (stored) => {
      const entries = this.#write(lease, events, stored);
      this.#sql.release.run(lease.threadId, lease.epoch);
      return entries;
    });
  }

  async #append<T extends LogEntry[] | undefined>(
    { threadId }: Lease,
    events: readonly AGUIEvent[],
    write: (stored: readonly StoredEvent[]) => T,
  ): Promise<T> {
    try {
      const stored = await storedEvents(events, async () => (await this.#share(threadId)) ?? threadId);
      const entries = await this.#change(() => write(stored), sizeOf(stored));
      if (entries) this.#wakes.notify(threadId, entries);
      return entries;
    } catch (error) {
      // Followers of the thread would wait for entries that never come.
      if (error instanceof StorageError) this.#wakes.fail(threadId, error);
      throw error;
    }
  }

  async read(threadId: string, after: number, limit = -1): Promise<LogEntry[]> {
    return limit > 0 ? this.#page(threadId, after, limit) : this.#step(() => this.#rows.read(threadId, after, limit));
  }

  async *tail(threadId: string, after: number, signal: AbortSignal): AsyncGenerator<readonly LogEntry[]> {
    const who = (await this.#share(threadId)) ?? threadId;
    let cursor = after;
    let changed = true;
    let wake = (): void => undefined;
    const heard: LogEntry[] = [];
    let fault: StorageError | undefined;
    const unwatch = this.#wakes.watch(threadId, (appended, failed) => {
      fault ??= failed;
      // A reader that lags must not keep a second log in memory: the gap sends it back to the file.
      if (heard.length + appended.length > PAGE) heard.length = 0;
      else heard.push(...appended);
      changed = true;
      wake();
    });
    const onAbort = (): void => wake();
    signal.addEventListener('abort', onAbort);
    const looking = this.#isOutdated && setInterval(() => this.#isOutdated?.() && wake(), LOOK_MS).unref();
    try {
      while (!signal.aborted) {
        if (!changed) await new Promise<void>((resolve) => (wake = resolve));
        if (this.#isOutdated?.()) return;
        if (fault) throw fault;
        const told = heard.splice(0).filter((entry) => entry.seq > cursor);
        const known = follows(cursor, told);
        changed = false;
        // Who has left meanwhile needs nothing.
        const next = () => (signal.aborted ? [] : this.#page(threadId, cursor, PAGE, who));
        const page = known ? told : await inSlice(next, who);
        if (signal.aborted) return;
        if (!known && page.length > 0) changed = true;
        if (page.length === 0 && (await this.#share(threadId)) === undefined) return;
        cursor = page.at(-1)?.seq ?? cursor;
        if (page.length > 0) yield page;
      }
    } finally {
      clearInterval(looking);
      signal.removeEventListener('abort', onAbort);
      unwatch();
    }
  }

  async requestStop(threadId: string): Promise<boolean> {
    const { changes } = await this.#free(() => this.#sql.stop.run(threadId, this.#now()));
    this.#wakes.notify(stopTopic(threadId));
    return changes > 0;
  }

  watchStop({ threadId, epoch }: Lease, onStop: () => void): () => void {
    let done = false;
    const look = (): void => {
      if (done || this.#sql.goesOn.get(threadId, epoch) !== undefined) return;
      end();
      onStop();
    };
    const unwatch = this.#wakes.watch(stopTopic(threadId), look);
    const end = (): void => {
      if (done) return;
      done = true;
      unwatch();
    };
    look();
    return end;
  }

  async usage(of: UsageOf): Promise<{ threads: number; bytes: number }> {
    return this.#step(() => this.#retention.usage(of));
  }

  async prune(before: number, most: number): Promise<number> {
    const pruned = await this.#free(() => {
      const old = this.#retention.old(before, this.#now(), most);
      for (const id of old) this.#retention.drop(id, 'pruned', this.#now());
      return old;
    });
    this.#sweeper.due();
    for (const id of pruned) this.#wakes.notify(id);
    return pruned.length;
  }

  async remove(threadId: string, owner: string): Promise<boolean> {
    const removed = await this.#free(() => {
      if (this.#thread(threadId)?.owner !== owner) return false;
      this.#retention.drop(threadId, 'removed', this.#now());
      return true;
    });
    if (!removed) return false;
    this.#sweeper.due();
    this.#wakes.notify(threadId);
    this.#wakes.notify(stopTopic(threadId));
    return true;
  }

  async gone(threadId: string, owner: string): Promise<Gone | undefined> {
    const gone = await this.#step(() => this.#retention.gone(threadId));
    return gone?.why === 'removed' || gone?.owner === owner ? gone.why : undefined;
  }

  async forget(before: number, most: number): Promise<number> {
    return this.#change(() => this.#retention.forget(before, most));
  }

  close(): void {
    this.#sweeper.close();
    this.#reserve?.close();
    this.#commits.flush();
    this.#wakes.close();
    this.#checkpoints.close();
    this.#db.close();
  }

  #thread(threadId: string): ThreadRecord | undefined {
    return readThreadRow(this.#sql.thread.get(threadId));
  }

  /** In whose share of the time a thread is read and written; undefined if it is gone. */
  async #share(threadId: string): Promise<string | undefined> {
    const owner = await this.#step(() => readOwner(this.#sql.owner.get(threadId)));
    return owner && shareOf(owner);
  }

  /** The next entries, as many as one step reads; empty if there are none. A long one is read in the slices of `who`. */
  async #page(threadId: string, after: number, limit: number, who?: string): Promise<LogEntry[]> {
    const sizes = (count: number, most: number): number[] => this.#rows.sizes(threadId, after + count, most);
    const page = await this.#step(() => {
      const count = fitting(sizes, { most: limit, bytes: PAGE_BYTES, tooLong: LONG });
      if (count > 0) return this.#rows.read(threadId, after, count);
      return sizes(0, 1).length === 0 ? [] : undefined;
    });
    if (page) return page;
    const reading = {
      who: who ?? (await this.#share(threadId)) ?? threadId,
      step: <T>(work: () => T) => this.#step(work),
    };
    return this.#rows.readLong(threadId, after, reading);
  }

  #write(lease: Lease, events: readonly AGUIEvent[], stored: readonly StoredEvent[]): LogEntry[] {
    const bytes = sizeOf(stored);
    const advanced = this.#sql.advance.get(events.length, bytes, this.#now(), lease.threadId, lease.epoch);
    const last = readNumber(advanced, 'last_seq');
    if (last === undefined) throw new LeaseLostError(LOST);
    const first = last - events.length + 1;
    for (const [index, one] of stored.entries()) {
      this.#rows.insert(lease.threadId, { seq: first + index, epoch: lease.epoch }, one);
    }
    return events.map((event, index) => ({ seq: first + index, epoch: lease.epoch, event }));
  }

  /** A step that writes so many bytes, all of them or nothing. */
  #change<T>(work: () => T, bytes = 0): Promise<T> {
    return this.#commits.change(work, bytes);
  }

  /** A change after which more can be kept. On a full disk it gets the room that is kept for it. */
  async #free<T>(work: () => T): Promise<T> {
    try {
      return await this.#change(work);
    } catch (error) {
      if (!(error instanceof StorageError) || error.code !== 'STORAGE_FULL') throw error;
    }
    this.#reserve?.release();
    // What is written next then goes where these commits were.
    await this.#checkpoints.now();
    return this.#change(work);
  }

  #commit<T>(work: () => T, bytes: number): T {
    if (!this.#mayWrite) throw storageError('STORAGE_READ_ONLY', this.#file);
    // Writes to a file that was removed would be lost when this process ends.
    if (this.#files.replaced()) throw storageError('STORAGE_GONE', this.#file);
    this.#checkpoints.wrote(bytes);
    return atomically(this.#db, () => {
      this.#changes.begin();
      return work();
    });
  }

  /** Runs a step at once, and retries while another process locks the file. Errors of the storage become `StorageError`. */
  async #step<T>(work: () => T): Promise<T> {
    const until = performance.now() + BUSY_MS;
    for (;;) {
      try {
        return work();
      } catch (error) {
        if (!isBusyError(error) || performance.now() > until) throw asStorageError(error, this.#file);
      }
      await sleep(WAIT_MS);
    }
  }
}

/** Whether these entries directly follow the cursor, without a gap. */
const follows = (cursor: number, entries: readonly LogEntry[]): boolean =>
  entries.length > 0 && entries.every((entry, index) => entry.seq === cursor + 1 + index);

const sizeOf = (stored: readonly StoredEvent[]): number => stored.reduce((sum, { bytes }) => sum + bytes, 0);

const LOST = 'The lease is held by somebody else';
