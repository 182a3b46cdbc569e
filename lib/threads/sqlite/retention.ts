import type Database from 'libsql';
import { z } from 'zod';
import type { KeptOf } from '../event-log';

const COLUMNS = {
  bytes: 'integer not null default 0',
  touched: 'integer not null default 0',
  address: "text not null default ''",
};

const NamedSchema = z.array(z.object({ name: z.string() }));
const IdSchema = z.array(z.object({ thread_id: z.string() }));
const UsageSchema = z.object({ threads: z.number(), bytes: z.number() });

/** Makes a file of an older version know what threads take and when something was last added to them. */
export function addRetention(db: Database.Database, now: number): void {
  const known = NamedSchema.parse(db.prepare('pragma table_info(threads)').all());
  for (const [name, type] of Object.entries(COLUMNS)) {
    if (!known.some((column) => column.name === name)) db.exec(`alter table threads add column ${name} ${type}`);
  }
  db.exec(`
    create table if not exists gone (thread_id text primary key, owner text not null) without rowid;
    create index if not exists threads_by_owner on threads (owner, bytes);
    create index if not exists threads_by_address on threads (address, bytes);
    create index if not exists threads_by_age on threads (touched);
  `);
  db.prepare('update threads set touched = ? where touched = 0').run(now);
}

/** What concerns threads that are kept, and those that were not kept any longer. */
export function createRetention(db: Database.Database) {
  const sums = 'select count(*) as threads, coalesce(sum(bytes), 0) as bytes from threads';
  const ofOwner = db.prepare(`${sums} where owner = ?`);
  const ofAddress = db.prepare(`${sums} where address = ?`);
  const old = db.prepare('select thread_id from threads where touched < ? and lease_expires < ? limit ?');
  const remember = db.prepare('insert or ignore into gone select thread_id, owner from threads where thread_id = ?');
  const entries = db.prepare('delete from events where thread_id = ?');
  const thread = db.prepare('delete from threads where thread_id = ?');
  const gone = db.prepare('select thread_id from gone where thread_id = ? and owner = ?');
  return {
    usage: (of: KeptOf) => UsageSchema.parse('owner' in of ? ofOwner.get(of.owner) : ofAddress.get(of.address)),
    /** Removes up to `most` threads without a live run to which nothing was added since `before`; how many. */
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
