import { z } from 'zod';
import type Database from 'libsql';
import { AgentOptionsSchema, parseJson } from '@/lib/protocol';
import {
  GONE_BYTES,
  LONGEST_LEASE_MS,
  type Gone,
  type StoredBytes,
  type ThreadRecord,
  type UsageOf,
} from '../event-log';
import { fitting, PIECES_SCHEMA, readSizes, SIZE } from './entries';

export const SCHEMA = `
  create table if not exists threads (
    thread_id text primary key,
    owner text not null,
    options text not null default '{}',
    last_seq integer not null default 0,
    epoch integer not null default 0,
    lease_run text,
    lease_expires integer not null default 0,
    stop integer not null default 0
  ) without rowid;
  create table if not exists events (
    thread_id text not null,
    seq integer not null,
    epoch integer not null,
    event text not null,
    primary key (thread_id, seq)
  ) without rowid;
  ${PIECES_SCHEMA}
`;

const ThreadRowSchema = z.object({
  thread_id: z.string(),
  owner: z.string(),
  address: z.string(),
  options: z.string(),
  last_seq: z.number(),
  bytes: z.number(),
  epoch: z.number(),
  born: z.number(),
  lease_run: z.string().nullable(),
  lease_expires: z.number(),
});

const RowSchema = z.record(z.string(), z.unknown());

/** A column of the driver's row as a number, since the driver's `pluck` does nothing; undefined for no row. */
export function readNumber(row: unknown, column: string): number | undefined {
  return row === undefined ? undefined : z.number().parse(RowSchema.parse(row)[column]);
}

/** The driver's row as a thread; undefined for no row. Throws if the row is not one that this code wrote. */
export function readThreadRow(row: unknown): ThreadRecord | undefined {
  if (row === undefined) return undefined;
  const raw = ThreadRowSchema.parse(row);
  const options = parseJson(AgentOptionsSchema, raw.options);
  return {
    threadId: raw.thread_id,
    owner: raw.owner,
    address: raw.address,
    // Options of an older version that no longer fit are dropped rather than fatal: the next run sends them again.
    options: options.ok ? options.value : {},
    lastSeq: raw.last_seq,
    bytes: raw.bytes,
    epoch: raw.epoch,
    born: raw.born,
    lease: raw.lease_run === null ? null : { runId: raw.lease_run, expiresAt: raw.lease_expires },
  };
}

const OwnerRowSchema = ThreadRowSchema.pick({ owner: true, address: true }).optional();

/** Whose thread a row is; undefined for no row. */
export const readOwner = (row: unknown): Pick<ThreadRecord, 'owner' | 'address'> | undefined =>
  OwnerRowSchema.parse(row);

/** `isLive`, in SQL: whether a run holds the thread. `now`: a parameter. */
const live = (now: string): string =>
  `(lease_run is not null and lease_expires > ${now} and lease_expires <= ${now} + ${LONGEST_LEASE_MS})`;

/** Marks a thread as changed, as part of an `update threads`. */
const CHANGED = 'change = (select count from changes)';

/** All statements of the log, prepared once. */
export const prepareStatements = (db: Database.Database) => ({
  thread: db.prepare('select * from threads where thread_id = ?'),
  owner: db.prepare('select owner, address from threads where thread_id = ?'),
  create: db.prepare(
    `insert into threads (thread_id, owner, address, touched, born, epoch)
     select ?, ?, ?, ?, count, count from changes where true on conflict do nothing`,
  ),
  takeLease: db.prepare(
    `update threads set epoch = epoch + 1, lease_run = ?1, lease_expires = ?2, stop = 0, options = coalesce(?3, options),
       bytes = bytes + octet_length(coalesce(?3, options)) - octet_length(options)
     where thread_id = ?4 and epoch = ?5 and last_seq = ?6 and not ${live('?7')}`,
  ),
  renew: db.prepare('update threads set lease_expires = ? where thread_id = ? and epoch = ? and lease_run is not null'),
  release: db.prepare(
    'update threads set lease_run = null, lease_expires = 0, stop = 0 where thread_id = ? and epoch = ?',
  ),
  advance: db.prepare(
    `update threads set last_seq = last_seq + ?, bytes = bytes + ?, touched = ?, ${CHANGED} where thread_id = ? and epoch = ? and lease_run is not null returning last_seq`,
  ),
  stop: db.prepare(`update threads set stop = 1, ${CHANGED} where thread_id = ?1 and ${live('?2')}`),
  /** Nothing if the run with this epoch is to stop, or its thread is gone. */
  goesOn: db.prepare('select 1 from threads where thread_id = ? and not (epoch = ? and stop = 1)'),
});

const COLUMNS = {
  threads: {
    bytes: 'integer not null default 0',
    touched: 'integer not null default 0',
    address: "text not null default ''",
    // Epochs begin with the change that makes the thread, so that none of an earlier thread's with its id comes again.
    born: 'integer not null default 0',
  },
  gone: {
    removed: 'integer not null default 0',
    address: "text not null default ''",
    at: 'integer not null default 0',
    swept: 'integer not null default 1',
    pruned: 'integer not null default 0',
  },
};

const NamedSchema = z.array(z.object({ name: z.string() }));
const IdsSchema = z.array(z.object({ thread_id: z.string() }));
const GoneSchema = z.object({ owner: z.string(), removed: z.number(), pruned: z.number() }).optional();
const FirstSchema = z.object({ seq: z.number().nullable() });
const UsageSchema = z.object({ threads: z.number(), bytes: z.number() });
type Usage = z.infer<typeof UsageSchema>;
const StoredBytesSchema = z.object({ thread: z.number(), owner: z.number(), address: z.number() });

/** Migrates a file of an older version to record threads' sizes and ages, and which are gone. Runs inside a transaction. */
export function addRetention(db: Database.Database, now: number): void {
  db.exec('create table if not exists gone (thread_id text primary key, owner text not null) without rowid');
  for (const [table, columns] of Object.entries(COLUMNS)) {
    const known = NamedSchema.parse(db.prepare(`pragma table_info(${table})`).all());
    for (const [name, type] of Object.entries(columns)) {
      if (!known.some((column) => column.name === name)) db.exec(`alter table ${table} add column ${name} ${type}`);
    }
  }
  // `removed` is the change in which it went; 0 for one that an older version pruned.
  db.exec(`
    create index if not exists threads_by_age on threads (touched);
    create index if not exists gone_by_change on gone (removed);
    create index if not exists gone_by_age on gone (at);
    create index if not exists gone_unswept on gone (thread_id) where swept = 0;
  `);
  db.prepare('update threads set touched = ? where touched = 0').run(now);
  db.prepare('update gone set at = ? where at = 0').run(now);
  addSums(db);
}

/**
 * Adds a table of totals per owner and address, so that a query costs the same however many threads there are. What is
 * remembered of threads that are gone counts, too.
 */
function addSums(db: Database.Database): void {
  const made = db.prepare("select count(*) as count from sqlite_master where name in ('kept', 'gone_added')").get();
  if (readNumber(made, 'count') === 2) return;
  const counted = db.prepare("select count(*) as count from sqlite_master where name = 'gone_added'").get();
  // Options count since then.
  if (readNumber(counted, 'count') === 0) db.exec('update threads set bytes = bytes + octet_length(options) - 2');
  const whose = (row: string): string => `'owner ' || ${row}.owner, 'address ' || ${row}.address`;
  const add = (row: string, threads: number, bytes: string): string => `
    insert or ignore into kept select whose, 0, 0 from (select 'owner ' || ${row}.owner as whose union select 'address ' || ${row}.address);
    update kept set threads = threads + ${threads}, bytes = bytes + ${bytes} where whose in (${whose(row)});`;
  const subtract = (row: string, threads: number, bytes: string): string => `
    update kept set threads = threads - ${threads}, bytes = bytes - ${bytes} where whose in (${whose(row)});
    delete from kept where threads = 0 and bytes = 0 and whose in (${whose(row)});`;
  const sums = (of: string): string => `
    insert into kept select whose, sum(threads), sum(bytes) from (
      select '${of} ' || ${of} as whose, 1 as threads, bytes from threads
      union all select '${of} ' || ${of}, 0, ${GONE_BYTES} from gone
    ) group by whose;`;
  db.exec(`
    drop table if exists kept;
    drop trigger if exists thread_added;
    drop trigger if exists thread_grown;
    drop trigger if exists thread_removed;
    drop trigger if exists gone_added;
    drop trigger if exists gone_forgotten;
    drop index if exists threads_by_owner;
    create table kept (whose text primary key, threads integer not null, bytes integer not null) without rowid;
    ${sums('owner')}
    ${sums('address')}
    create trigger thread_added after insert on threads begin ${add('new', 1, 'new.bytes')} end;
    create trigger thread_grown after update of bytes on threads when new.bytes <> old.bytes begin
      update kept set bytes = bytes + new.bytes - old.bytes where whose in (${whose('new')});
    end;
    create trigger thread_removed after delete on threads begin ${subtract('old', 1, 'old.bytes')} end;
    create trigger gone_added after insert on gone begin ${add('new', 0, String(GONE_BYTES))} end;
    create trigger gone_forgotten after delete on gone begin ${subtract('old', 0, String(GONE_BYTES))} end;
  `);
}

/** Most entries, and about how many bytes of them, that are deleted in one step: a few milliseconds of work. */
const SWEPT_ENTRIES = 1_000;
const SWEPT_BYTES = 2_000_000;

/** Usage of the threads that are kept, and removal of old ones. */
export function createRetention(db: Database.Database) {
  const kept = db.prepare('select threads, bytes from kept where whose = ?');
  const storedWith = db.prepare(
    `select bytes as thread, (select bytes from kept where whose = 'owner ' || owner) as owner,
       (select bytes from kept where whose = 'address ' || address) as address
     from threads where thread_id = ?`,
  );
  const old = db.prepare(`select thread_id from threads where touched < ?1 and not ${live('?2')} limit ?3`);
  const remember = db.prepare(
    `insert or ignore into gone (thread_id, owner, address, at, swept, pruned, removed)
     select thread_id, owner, address, ?, 0, ? = 'pruned', (select count from changes) from threads where thread_id = ?`,
  );
  const thread = db.prepare('delete from threads where thread_id = ?');
  const gone = db.prepare('select owner, removed, pruned from gone where thread_id = ?');
  // An older version beside this one does not say when a thread went.
  const forget = db.prepare(
    `delete from gone where thread_id in (
       select thread_id from gone where at > 0 and at < ? and swept = 1 order by at limit ?
     )`,
  );
  const unswept = db.prepare('select thread_id from gone where swept = 0 limit 20');
  const swept = db.prepare('update gone set swept = 1 where thread_id = ?');
  const first = db.prepare('select min(seq) as seq from events where thread_id = ?');
  const sizes = db.prepare(`select ${SIZE} as size from events where thread_id = ? and seq >= ? order by seq limit ?`);
  const sweep = db.prepare('delete from events where thread_id = ? and seq < ?');
  /** Deletes some entries of a thread; false if there are none. */
  const sweepSome = (id: string): boolean => {
    const { seq } = FirstSchema.parse(first.get(id));
    if (seq === null) return false;
    const sizesAfter = (count: number, most: number): number[] => readSizes(sizes.all(id, seq + count, most));
    const count = fitting(sizesAfter, { most: SWEPT_ENTRIES, bytes: SWEPT_BYTES });
    return sweep.run(id, seq + Math.max(1, count)).changes > 0;
  };
  return {
    usage(of: UsageOf): Usage {
      const row = kept.get('owner' in of ? `owner ${of.owner}` : `address ${of.address}`);
      return row === undefined ? { threads: 0, bytes: 0 } : UsageSchema.parse(row);
    },
    /** What is kept of a thread, and with it; nothing of one that is not there. */
    storedWith: (threadId: string): StoredBytes =>
      StoredBytesSchema.parse(storedWith.get(threadId) ?? { thread: 0, owner: 0, address: 0 }),
    /** Ids of up to `most` threads without a live run whose last entry is older than `before`. */
    old: (before: number, now: number, most: number): string[] =>
      IdsSchema.parse(old.all(before, now, most)).map(({ thread_id: id }) => id),
    /** Removes a thread. Its entries, which nobody can read any more, are left to `sweep`. */
    drop(threadId: string, why: Gone, now: number): void {
      remember.run(now, why, threadId);
      thread.run(threadId);
    },
    /** Whether threads that are gone may still have entries. */
    isUnswept: (): boolean => unswept.get() !== undefined,
    /** Deletes some of these entries. */
    sweep(): void {
      for (const { thread_id: id } of IdsSchema.parse(unswept.all())) {
        if (sweepSome(id)) return;
        swept.run(id);
      }
    },
    /** Whose it was, and how it went; undefined for a thread that is there, or never was. */
    gone(threadId: string): { owner: string; why: Gone } | undefined {
      const row = GoneSchema.parse(gone.get(threadId));
      return row && { owner: row.owner, why: row.removed && !row.pruned ? 'removed' : 'pruned' };
    },
    /** Forgets up to `most` threads that went before `before`; returns how many. */
    forget: (before: number, most: number): number => forget.run(before, most).changes,
  };
}
