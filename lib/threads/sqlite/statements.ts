import type Database from 'libsql';

/** Every statement of the log, prepared once. */
export const prepareStatements = (db: Database.Database) => ({
  thread: db.prepare('select * from threads where thread_id = ?'),
  create: db.prepare(
    'insert into threads (thread_id, owner, address, touched) values (?, ?, ?, ?) on conflict do nothing',
  ),
  takeLease: db.prepare(
    'update threads set epoch = epoch + 1, lease_run = ?, lease_expires = ?, stop = 0 where thread_id = ?',
  ),
  renew: db.prepare('update threads set lease_expires = ? where thread_id = ? and epoch = ? and lease_run is not null'),
  release: db.prepare(
    'update threads set lease_run = null, lease_expires = 0, stop = 0 where thread_id = ? and epoch = ?',
  ),
  advance: db.prepare(
    'update threads set last_seq = last_seq + ?, bytes = bytes + ?, touched = ? where thread_id = ? and epoch = ? and lease_run is not null returning last_seq',
  ),
  options: db.prepare('update threads set options = ? where thread_id = ? and epoch = ? and lease_run is not null'),
  stop: db.prepare('update threads set stop = 1 where thread_id = ? and lease_run is not null and lease_expires > ?'),
  insert: db.prepare('insert into events (thread_id, seq, epoch, event) values (?, ?, ?, ?)'),
  sizes: db.prepare(
    'select octet_length(event) as size from events where thread_id = ? and seq > ? order by seq limit ?',
  ),
  read: db.prepare('select seq, epoch, event from events where thread_id = ? and seq > ? order by seq limit ?'),
});
