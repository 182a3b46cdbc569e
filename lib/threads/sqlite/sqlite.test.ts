import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventType } from '@ag-ui/core';
import Database from 'libsql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NoRoomError } from '../event-log';
import { yieldToOthers } from '../time-slices';
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
    const triggers = ['thread_added', 'thread_grown', 'thread_removed', 'gone_added', 'gone_forgotten'];
    db.exec(`drop table kept; ${triggers.map((name) => `drop trigger ${name};`).join('')}`);
    db.close();
    const log = openSqliteLog(file);
    expect(await log.usage({ owner: 'me' })).toEqual(before);
    await log.create('u', 'me');
    expect(await log.usage({ owner: 'me' })).toEqual({ ...before, threads: 2 });
    log.close();
  });

  it('reads a long entry that an older version wrote in one piece, and leaves no piece of one that is gone', async () => {
    const file = freshFile();
    const log = openSqliteLog(file);
    const event = { type: EventType.CUSTOM, name: 'n', value: '😀'.repeat(200_000) } as const;
    const run = await beginRun(log, 't');
    await log.finish(run, [event]);
    const db = new Database(file);
    const pieces = () => readNumber(db.prepare('select count(*) as count from pieces').get(), 'count') ?? 0;
    expect(pieces()).toBeGreaterThan(1);
    db.prepare('insert into events values (?, ?, ?, ?)').run('t', 2, 1, JSON.stringify(event));
    const both = [1, 2].map((seq) => ({ seq, event }));
    expect(await log.read('t', 0)).toMatchObject(both);
    expect([...(await log.read('t', 0, 1)), ...(await log.read('t', 1, 1))]).toMatchObject(both);
    await log.remove('t', 'me');
    await expect.poll(pieces).toBe(0);
    db.close();
    log.close();
  });

  it('refuses more where there is no room, and lets the run end all the same', async () => {
    const log = openSqliteLog(freshFile(), { full: (kept) => (kept.address > 150 ? JSON.stringify(kept) : undefined) });
    for (const [threadId, owner] of [
      ['other', 'you'],
      ['t', 'me'],
    ] as const)
      await log.create(threadId, owner, 'here');
    const other = await beginRun(log, 'other', { owner: 'you' });
    const mine = await beginRun(log, 't');
    // Counted in bytes.
    const event = { type: EventType.CUSTOM, name: 'n', value: '字'.repeat(10) } as const;
    const bytes = Buffer.byteLength(JSON.stringify(event));
    await log.append(other, [event]);
    await log.append(mine, [event]);
    await log.append(mine, [event]);
    const full = JSON.stringify({ thread: 2 * bytes, owner: 2 * bytes, address: 3 * bytes });
    await expect(log.append(mine, [event])).rejects.toEqual(new NoRoomError(full));
    await log.finish(mine, [event]);
    expect(await log.read('t', 0)).toHaveLength(3);
    log.close();
  });

  it('deletes a long thread bit by bit: at once nobody reads it, and the next process does the rest', async () => {
    const file = freshFile();
    let log = openSqliteLog(file);
    const db = new Database(file);
    const left = () => readNumber(db.prepare('select count(*) as count from events').get(), 'count') ?? 0;
    const commits = () => readNumber(db.prepare('select count from changes').get(), 'count') ?? 0;
    const text = 'x'.repeat(1_000);
    for (const threadId of ['t', 'u', 'kept']) {
      const run = await beginRun(log, threadId);
      const event = { type: EventType.CUSTOM, name: 'n', value: text } as const;
      const events = Array.from({ length: threadId === 'kept' ? 1 : 2_100 }, () => event);
      await log.finish(run, [...events, { ...event, value: text.repeat(5_000) }]);
    }
    const before = commits();
    expect(await log.remove('t', 'me')).toBe(true);
    expect(await log.prune(Date.now() + 60_000, 1)).toBe(1);
    expect([await log.read('t', 0), await log.read('u', 7, 1)]).toEqual([[], []]);
    log.close();
    expect(left()).toBeGreaterThan(2);
    log = openSqliteLog(file);
    await expect.poll(left).toBe(2);
    // Each step is one: 1,000 of the short ones, or the long one.
    expect(commits() - before).toBeGreaterThanOrEqual(6);
    expect(await log.read('kept', 0)).toHaveLength(2);
    db.close();
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

  it('keeps a long history in pieces, which others read back, and which go with it', async () => {
    const file = freshFile();
    const log = openSqliteLog(file);
    const content = '漢😀"\n'.repeat(60_000);
    const messages = Array.from({ length: 8 }, (_, n) => ({ id: `${n}`, role: 'user', content }) as const);
    const events = [
      { type: EventType.CUSTOM, name: 'before', value: 1 },
      { type: EventType.MESSAGES_SNAPSHOT, messages },
      { type: EventType.CUSTOM, name: 'after', value: 2 },
    ] as const;
    await beginRun(log, 't', { events: [...events] });
    const other = openSqliteLog(file);
    const read = [...(await other.read('t', 0, 9)), ...(await other.read('t', 1, 9)), ...(await other.read('t', 2, 9))];
    expect(read.map(({ event }) => event)).toEqual([...events]);
    expect((await other.read('t', 0)).map(({ event }) => event)).toEqual([...events]);
    expect(await other.read('t', 0, 0)).toEqual([]);
    const db = new Database(file);
    const longest = (table: string, column: string) =>
      readNumber(db.prepare(`select max(octet_length(${column})) as size from ${table}`).get(), 'size') ?? 0;
    // SQLite reads a row of events whenever it passes it.
    expect([longest('events', 'event') < 64_000, longest('pieces', 'text') < 1_000_000]).toEqual([true, true]);
    expect((await other.find('t', 'me'))?.bytes).toBeGreaterThan(Buffer.byteLength(content) * messages.length);
    const pieces = () => readNumber(db.prepare('select count(*) as count from pieces').get(), 'count');
    expect(pieces()).toBeGreaterThan(3);
    await log.remove('t', 'me');
    await expect.poll(pieces).toBe(0);
    for (const one of [log, other, db]) one.close();
  });

  it('lets nobody wait behind all who read a long thread elsewhere', async () => {
    const log = openSqliteLog(freshFile());
    const long = Array.from(
      { length: 40 },
      (_, n) => ({ type: EventType.CUSTOM, name: 'n', value: `${n}`.repeat(150_000) }) as const,
    );
    for (const [threadId, events] of [
      ['long', long],
      ['other', long.slice(0, 1)],
    ] as const) {
      await log.create(threadId, threadId, `address of ${threadId}`);
      await beginRun(log, threadId, { owner: threadId, events });
    }
    const end = new AbortController();
    // What several readers get is read once.
    const pages = new Set<unknown>();
    const readers = Array.from({ length: 100 }, async () => {
      for await (const entries of log.tail('long', 0, end.signal)) {
        pages.add(entries);
        if (entries.at(-1)?.seq === long.length) return;
      }
    });
    // They are at it.
    await expect.poll(() => pages.size, { interval: 1 }).toBeGreaterThan(5);
    const before = pages.size;
    await log.tail('other', 0, end.signal)[Symbol.asyncIterator]().next();
    const between = pages.size - before;
    end.abort();
    await Promise.all(readers);
    expect([before < long.length, between < 10]).toEqual([true, true]);
    log.close();
  });

  it('lets nobody wait behind all who post long histories from one address', async () => {
    const log = openSqliteLog(freshFile());
    let [steps, goesOn] = [0, true];
    const message = (n: number) => ({
      id: `${n}`,
      role: 'user' as const,
      get content() {
        const since = performance.now();
        while (goesOn && performance.now() - since < 2);
        steps += 1;
        return 'x';
      },
    });
    const messages = Array.from({ length: 150 }, (_, n) => message(n));
    const posts = Array.from({ length: 60 }, async (_, n) => {
      await log.create(`t${n}`, `session ${n}`, 'one address');
      await beginRun(log, `t${n}`, {
        owner: `session ${n}`,
        events: [{ type: EventType.MESSAGES_SNAPSHOT, messages }],
      });
    });
    await expect.poll(() => steps).toBeGreaterThan(100);
    const before = steps;
    await yieldToOthers('another address');
    const between = steps - before;
    goesOn = false;
    await Promise.all(posts);
    // Each message is looked at twice or thrice, and a slice has room for ten looks.
    expect(between).toBeLessThan(30);
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
