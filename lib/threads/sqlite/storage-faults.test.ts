import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventType, type AGUIEvent } from '@ag-ui/core';
import Database from 'libsql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StorageError, type EventLog, type Lease } from '../event-log';
import { openSqliteLog } from '.';
import { asStorageError } from './storage-error';
import { atomically } from './changes';
import { beginRun } from '../begin-run.fixture';

const note = (value: unknown): AGUIEvent => ({ type: EventType.CUSTOM, name: 'n', value });

let folder = '';
let file = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'toolyard-faults-'));
  file = join(folder, 'data', 'threads.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function begun(): Promise<{ log: EventLog; lease: Lease }> {
  const log = openSqliteLog(file);
  return { log, lease: await beginRun(log, 't', { events: [note('kept')] }) };
}

const thrownBy = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

it('a fault of the file system is told in words, whichever it is', () => {
  expect(
    asStorageError(
      thrownBy(() => readFileSync(folder)),
      file,
    ),
  ).toMatchObject({
    code: 'STORAGE_FAILED',
    message: expect.stringContaining('could not be read or written'),
  });
  expect(asStorageError(new Error('Something else'), file)).not.toBeInstanceOf(StorageError);
});

describe('a fault of SQLite', () => {
  it.each<[string, (db: Database.Database) => unknown, string, RegExp]>([
    [
      'a full disk',
      (db) => {
        db.pragma('max_page_count = 5');
        const insert = db.prepare('insert into notes values (?)');
        atomically(db, () => Array.from({ length: 50 }, () => insert.run('x'.repeat(3000))));
      },
      'STORAGE_FULL',
      /disk .* is full.*Everything up to now is kept/,
    ],
    [
      'a file that may only be read',
      (db) => {
        db.pragma('query_only = 1');
        db.exec("insert into notes values ('x')");
      },
      'STORAGE_READ_ONLY',
      /may not write/,
    ],
    ['a folder that is none', () => new Database('/dev/null/x.db'), 'STORAGE_READ_ONLY', /may not write/],
  ])('%s is said in words, and nothing half written stays', (_what, fail, code, words) => {
    const db = new Database(join(folder, 'a.db'));
    db.exec('create table notes (text)');
    const error = asStorageError(
      thrownBy(() => fail(db)),
      'the file',
    );
    expect(error).toBeInstanceOf(StorageError);
    expect(error).toMatchObject({ code, message: expect.stringMatching(words) });
    db.pragma('query_only = 0');
    expect(db.prepare('select * from notes').all()).toEqual([]);
    db.close();
  });
});

describe('the log', () => {
  it('says that its file is damaged, and leaves it as it is', () => {
    mkdirSync(join(folder, 'data'));
    writeFileSync(file, 'no database at all '.repeat(1000));
    expect(thrownBy(() => openSqliteLog(file))).toMatchObject({ code: 'STORAGE_DAMAGED' });
    expect(readFileSync(file, 'utf8')).toContain('no database');
  });

  it.each<[string, (log: EventLog) => Promise<unknown>]>([
    ['usage', (log) => log.usage({ owner: 'me' })],
    ['create', (log) => log.create('u', 'me')],
    ['remove', (log) => log.remove('u', 'me')],
    ['gone', (log) => log.gone('u', 'me')],
    ['prune', (log) => log.prune(0, 1)],
    ['find', (log) => log.find('t', 'me')],
    ['read', (log) => log.read('t', 0)],
  ])('says that its file was damaged while it was open, whatever is asked: %s', async (_what, ask) => {
    const { log } = await begun();
    for (const name of ['threads.db', 'threads.db-wal', 'threads.db-shm']) {
      const damaged = join(folder, 'data', name);
      writeFileSync(damaged, Buffer.alloc(readFileSync(damaged).length, 0xaa), { flag: 'r+' });
    }
    await expect(ask(log)).rejects.toMatchObject({ code: 'STORAGE_DAMAGED' });
    log.close();
  });

  it('takes nothing where what was written last would be lost: its write-ahead log is gone', async () => {
    const { log, lease } = await begun();
    await log.append(lease, [note('acknowledged')]);
    rmSync(`${file}-wal`);
    await expect(log.append(lease, [note('lost?')])).rejects.toMatchObject({ code: 'STORAGE_GONE' });
    log.close();
  });

  it('waits for a program that holds the file without holding up others, and then goes on', async () => {
    const { log, lease } = await begun();
    const other = new Database(file);
    other.exec('begin immediate');
    let turns = 0;
    const turning = setInterval(() => (turns += 1), 1);
    const written = log.append(lease, [note('later')]);
    while (turns < 5) await new Promise(setImmediate);
    expect(await log.read('t', 0)).toHaveLength(1);
    other.exec('commit');
    expect(await written).toMatchObject([{ seq: 2 }]);
    clearInterval(turning);
    other.close();
    log.close();
  });

  it('takes nothing for a file that is gone, tells who follows, and has all it acknowledged once the folder is back', async () => {
    const { log, lease } = await begun();
    const heard: unknown[] = [];
    const following = (async () => {
      for await (const entries of log.tail('t', 0, new AbortController().signal)) heard.push(...entries);
    })();
    renameSync(join(folder, 'data'), join(folder, 'elsewhere'));
    await expect(log.append(lease, [note('lost?')])).rejects.toMatchObject({
      code: 'STORAGE_GONE',
      message: expect.stringContaining('removed'),
    });
    await expect(following).rejects.toThrow(StorageError);
    expect(heard).toHaveLength(1);
    renameSync(join(folder, 'elsewhere'), join(folder, 'data'));
    expect(await log.append(lease, [note('again')])).toMatchObject([{ seq: 2 }]);
    expect(await log.read('t', 0)).toHaveLength(2);
    log.close();
  });
});
