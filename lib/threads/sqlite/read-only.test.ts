import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventType } from '@ag-ui/core';
import Database from 'libsql';
import { expect, it } from 'vitest';
import { beginRun } from '../begin-run.fixture';
import { openSqliteLog, readSqliteLog } from '.';

const SAID = [{ type: EventType.CUSTOM, name: 'n', value: 1 } as const];

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
