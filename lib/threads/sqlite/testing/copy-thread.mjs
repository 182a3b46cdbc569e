import Database from 'libsql';

/** Events in each copy. */
const EVENTS = 10;

/**
 * Copies the beginning of the only thread in a file `count` times. No server may have the file open. @param {string} file
 * @param {number} count
 */
export function copyThread(file, count) {
  const db = new Database(file);
  const numbers = `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})`;
  db.exec(`
    ${numbers} insert into threads (thread_id, owner, options, last_seq, epoch, bytes, touched)
      select 'copy ' || n, owner, options, ${EVENTS}, epoch, bytes, touched + n from threads, numbers;
    insert into events (thread_id, seq, epoch, event)
      select copy.thread_id, seq, events.epoch, event from threads as copy join events on seq <= ${EVENTS}
      where copy.thread_id like 'copy %' and events.thread_id not like 'copy %';
  `);
  db.close();
}
