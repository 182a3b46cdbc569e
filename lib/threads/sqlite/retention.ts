import type Database from 'libsql';
import { z } from 'zod';
import type { UsageOf } from '../event-log';

const COLUMNS = {
  bytes: 'integer not null default 0',
  touched: 'integer not null default 0',
  address: "text not null default ''",
};

const NamedSchema = z.array(z.object({ name: z.string() }));
const IdSchema = z.array(z.object({ thread_id: z.string() }));
const UsageSchema = z.object({ threads: z.number(), bytes: z.number() });
type Usage = z.infer<typeof UsageSchema>;

/** Migrates a file of an older version to record threads' sizes and when they were last added to. Runs inside a transaction. */
export function addRetention(db: Database.Database, now: number): void {
  const known = NamedSchema.parse(db.prepare('pragma table_info(threads)').all());
  for (const [name, type] of Object.entries(COLUMNS)) {
    if (!known.some((column) => column.name === name)) db.exec(`alter table threads add column ${name} ${type}`);
  }
  db.exec(`
    create table if not exists gone (thread_id text primary key, owner text not null) without rowid;
    create index if not exists threads_by_age on threads (touched);
  `);
  db.prepare('update threads set touched = ? where touched = 0').run(now);
  if (db.prepare("select 1 from sqlite_master where name = 'kept'").get() === undefined) addSums(db);
}

/** Adds a table of totals per owner and address, so that a query costs the same however many threads there are. */
function addSums(db: Database.Database): void {
  const whose = (row: string): string => `'owner ' || ${row}.owner, 'address ' || ${row}.address`;
  const sums = (of: string): string =>
    `insert into kept select '${of} ' || ${of}, count(*), sum(bytes) from threads group by ${of};`;
  db.exec(`
    create table kept (whose text primary key, threads integer not null, bytes integer not null) without rowid;
    ${sums('owner')}
    ${sums('address')}
    create trigger thread_added after insert on threads begin
      insert or ignore into kept values ('owner ' || new.owner, 0, 0), ('address ' || new.address, 0, 0);
      update kept set threads = threads + 1, bytes = bytes + new.bytes where whose in (${whose('new')});
    end;
    create trigger thread_grown after update of bytes on threads begin
      update kept set bytes = bytes + new.bytes - old.bytes where whose in (${whose('new')});
    end;
    create trigger thread_removed after delete on threads begin
      update kept set threads = threads - 1, bytes = bytes - old.bytes where whose in (${whose('old')});
    end;
    drop index if exists threads_by_owner;
  `);
}

/** Usage of the threads that are kept, and removal of old ones. */
export function createRetention(db: Database.Database) {
  const kept = db.prepare('select threads, bytes from kept where whose = ?');
  const old = db.prepare('select thread_id from threads where touched < ? and lease_expires < ? limit ?');
  const remember = db.prepare('insert or ignore into gone select thread_id, owner from threads where thread_id = ?');
  const entries = db.prepare('delete from events where thread_id = ?');
  const thread = db.prepare('delete from threads where thread_id = ?');
  const gone = db.prepare('select thread_id from gone where thread_id = ? and owner = ?');
  return {
    usage(of: UsageOf): Usage {
      const row = kept.get('owner' in of ? `owner ${of.owner}` : `address ${of.address}`);
      return row === undefined ? { threads: 0, bytes: 0 } : UsageSchema.parse(row);
    },
    /** Removes up to `most` threads without a live run whose last entry is older than `before`; returns how many. */
    prune(before: number, now: number, most: number): number {
      const found = IdSchema.parse(old.all(before, now, most));
      for (const { thread_id: id } of found) {
        for (const statement of [remember, entries, thread]) statement.run(id);
      }
      return found.length;
    },
    wasPruned: (threadId: string, owner: string): boolean => gone.get(threadId, owner) !== undefined,
  };
}
