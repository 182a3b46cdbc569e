import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import Database from 'libsql';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { beginRun } from '../begin-run.fixture';
import { openSqliteLog } from '.';
import { bundleWorker } from './testing/bundle-worker';

let folder = '';
let file = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'toolyard-full-'));
  file = join(folder, 'threads.db');
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

const KEPT = 16 * 1024 * 1024;
const sizeOf = (name: string): number => statSync(name, { throwIfNoEntry: false })?.size ?? 0;

/** A test cannot fill a disk: SQLite says that it is full as long as the room that is kept is not given back. */
function fillDisk(): void {
  const { exec } = Database.prototype;
  vi.spyOn(Database.prototype, 'exec').mockImplementation(function (this: Database.Database, sql) {
    const isFull = existsSync(`${file}-reserve`);
    if (sql.startsWith('begin') && isFull) throw Object.assign(new Error('full'), { code: 'SQLITE_FULL' });
    return exec.call(this, sql);
  });
}

it('on a full disk a thread can be stopped and deleted, which makes room for others', async () => {
  const log = openSqliteLog(file, { reserve: true });
  await beginRun(log, 't');
  await expect.poll(() => sizeOf(`${file}-reserve`)).toBe(KEPT);
  fillDisk();
  await expect(log.create('u', 'me')).rejects.toMatchObject({ code: 'STORAGE_FULL' });
  expect(await log.requestStop('t')).toBe(true);
  expect(await log.remove('t', 'me')).toBe(true);
  expect(await log.find('t', 'me')).toBeUndefined();
  expect(await log.create('u', 'me')).toMatchObject({ threadId: 'u' });
  log.close();
});

it('a limit on the size of files is told as what it is, and a thread can be deleted there', async () => {
  const worker = await bundleWorker('lib/threads/sqlite/testing/fill-log.ts', folder);
  const said = spawn('sh', ['-c', `ulimit -f 2000 && exec "${process.execPath}" "${worker}" "${file}"`]);
  expect(JSON.parse((await text(said.stdout)) || (await text(said.stderr)))).toEqual({
    code: 'STORAGE_FULL',
    message: expect.stringMatching(/may not grow .*\(ulimit -f\).*Everything up to now is kept/),
    removed: true,
  });
});
