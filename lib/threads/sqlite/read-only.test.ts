import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventType } from '@ag-ui/core';
import Database from 'libsql';
import { expect, it } from 'vitest';
import { beginRun } from '../begin-run.fixture';
import { openSqliteLog, readSqliteLog } from '.';

const SAID = [{ type: EventType.CUSTOM, name: 'n', value: 1 } as const];

it('a log is read with what is in its write-ahead log, and no file is made beside it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolyard-read-'));
  const file = join(folder, 'threads.db');
  try {
    const elsewhere = join(folder, 'elsewhere.db');
    const before = openSqliteLog(elsewhere);
    await before.append(await beginRun(before, 't'), SAID);
    // As a process leaves it that was killed, without the index that it shared with others.
    for (const end of ['', '-wal']) copyFileSync(elsewhere + end, file + end);
    const files = readdirSync(folder);
    const read = readSqliteLog(file);
    expect([await read?.log.read('t', 0), read?.isOutdated()]).toMatchObject([{ length: 1 }, false]);
    expect(readdirSync(folder)).toEqual(files);
    const other = openSqliteLog(file);
    expect(read?.isOutdated()).toBe(true);
    for (const log of [read?.log, other, before]) log?.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('a log that is read says that others write since then, and who follows a thread there has to ask again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolyard-read-'));
  const file = join(folder, 'threads.db');
  try {
    expect(readSqliteLog(file)).toBeUndefined();
    const before = openSqliteLog(join(folder, 'before.db'));
    const lease = await beginRun(before, 't');
    await before.append(lease, SAID);
    const db = new Database(join(folder, 'before.db'));
    db.prepare('vacuum into ?').run(file);
    for (const one of [db, before]) one.close();
    // As a process leaves it that has ended.
    expect(existsSync(`${file}-wal`)).toBe(false);
    const read = readSqliteLog(file);
    if (!read) throw new Error('It cannot be read.');
    const pages = read.log.tail('t', 0, new AbortController().signal)[Symbol.asyncIterator]();
    expect((await pages.next()).value).toHaveLength(1);
    const next = pages.next();
    expect(read.isOutdated()).toBe(false);
    const other = openSqliteLog(file);
    await other.append(lease, SAID);
    expect(read.isOutdated()).toBe(true);
    expect(await next).toMatchObject({ done: true });
    // Opened once more, it has what the other one writes.
    const again = readSqliteLog(file);
    expect([await again?.log.read('t', 0), again?.isOutdated()]).toMatchObject([{ length: 2 }, false]);
    for (const log of [read.log, other, again?.log]) log?.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
