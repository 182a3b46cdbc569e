import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventType } from '@ag-ui/core';
import Database from 'libsql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeEventLog } from '../event-log.contract';
import { openSqliteLog } from '.';
import { readNumber } from './schema';
import { beginRun } from '../begin-run.fixture';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'threads-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let files = 0;
const freshFile = (): string => join(folder, 'new', `${(files += 1)}.db`);

describeEventLog('SQLite', async () => {
  const file = freshFile();
  let now = 1_000_000;
  const one = openSqliteLog(file, { now: () => now });
  const two = openSqliteLog(file, { now: () => now });
  return {
    one,
    two,
    advance: (ms) => (now += ms),
    dispose: () => {
      one.close();
      two.close();
    },
  };
});

describe('SQLite', () => {
  it('keeps everything when it is opened again', async () => {
    const file = freshFile();
    const first = openSqliteLog(file);
    await beginRun(first, 't', { events: [{ type: EventType.CUSTOM, name: 'n', value: 1 }] });
    first.close();
    const second = openSqliteLog(file);
    expect(await second.read('t', 0)).toHaveLength(1);
    expect(await second.find('t', 'me')).toMatchObject({ lastSeq: 1, lease: { runId: 'r' } });
    second.close();
    expect((await stat(file)).size).toBeGreaterThan(0);
  });

  it('says so when the file holds an event it cannot read, and forgets options it cannot read', async () => {
    const file = freshFile();
    const log = openSqliteLog(file);
    await log.create('t', 'me');
    const db = new Database(file);
    db.exec(`insert into events values ('t', 1, 1, '{"type":"NOT_OURS"}')`);
    db.exec(`update threads set options = '{"modle":1}' where thread_id = 't'`);
    expect(await log.read('t', 0)).toMatchObject([
      { seq: 1, event: { name: 'toolyard.unreadable', value: { seq: 1, reason: expect.stringContaining('type') } } },
    ]);
    expect((await log.find('t', 'me'))?.options).toEqual({});
    db.close();
    log.close();
  });

  it('sums up what a file of an older version has of an owner', async () => {
    const file = freshFile();
    const older = openSqliteLog(file);
    await beginRun(older, 't', { events: [{ type: EventType.CUSTOM, name: 'n', value: 1 }] });
    const before = await older.usage({ owner: 'me' });
    older.close();
    const db = new Database(file);
    db.exec('drop table kept; drop trigger thread_added; drop trigger thread_grown; drop trigger thread_removed');
    db.close();
    const log = openSqliteLog(file);
    expect(await log.usage({ owner: 'me' })).toEqual(before);
    await log.create('u', 'me');
    expect(await log.usage({ owner: 'me' })).toEqual({ ...before, threads: 2 });
    log.close();
  });

  it('hands what it appends to its own tails without reading it back', async () => {
    const log = openSqliteLog(freshFile());
    const lease = await beginRun(log, 't');
    const end = new AbortController();
    const tail = log.tail('t', 0, end.signal)[Symbol.asyncIterator]();
    const first = tail.next();
    // It has its turn, and finds nothing yet.
    await new Promise((resolve) => setTimeout(resolve));
    const [appended] = await log.append(lease, [{ type: EventType.CUSTOM, name: 'n', value: 1 }]);
    expect((await first).value).toEqual([appended]);
    expect((await first).value?.[0]).toBe(appended);
    end.abort();
    await tail.return?.();
    log.close();
  });

  it('holds a long entry once, however many have it in hand', async () => {
    const log = openSqliteLog(freshFile());
    const values = [1, 'x'.repeat(100_000), 2, 'y'.repeat(600_000), 'z'.repeat(400_000), 3];
    const events = values.map((value) => ({ type: EventType.CUSTOM, name: 'n', value }) as const);
    await beginRun(log, 't', { events });
    const end = new AbortController();
    const [first, second] = await Promise.all(
      [1, 2].map(async () => {
        const told = [];
        for await (const entries of log.tail('t', 0, end.signal)) if (told.push(...entries) === events.length) break;
        return told;
      }),
    );
    expect(first?.map(({ event }) => event)).toEqual(events);
    const shared = first?.map((entry, index) => entry === second?.[index]);
    expect(shared).toEqual([false, true, false, true, true, false]);
    log.close();
  });

  it('reads numbers as the driver gives them: a version stays as it is until somebody else writes', async () => {
    const file = freshFile();
    const log = openSqliteLog(file);
    const db = new Database(file);
    const version = () => readNumber(db.prepare('pragma data_version').get(), 'data_version');
    const before = version();
    expect([before, version()]).toEqual([expect.any(Number), before]);
    await log.create('t', 'me');
    expect(version()).not.toBe(before);
    db.close();
    log.close();
  });
});
