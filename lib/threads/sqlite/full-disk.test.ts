import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
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

it('once the disk is full again, threads can be deleted again', async () => {
  const log = openSqliteLog(file, { reserve: true });
  for (const id of ['t', 'u', 'v']) await log.create(id, 'me');
  fillDisk();
  for (const id of ['t', 'u', 'v']) {
    await expect.poll(() => sizeOf(`${file}-reserve`), { timeout: 10_000 }).toBe(KEPT);
    await expect(log.create('w', 'me')).rejects.toMatchObject({ code: 'STORAGE_FULL' });
    expect(await log.remove(id, 'me')).toBe(true);
  }
  log.close();
}, 30_000);

it('two processes keep the room of one', async () => {
  const logs = [1, 2].map(() => openSqliteLog(file, { reserve: true }));
  await expect.poll(() => sizeOf(`${file}-reserve`)).toBe(KEPT);
  // The other one, too, has written all that it does.
  await setTimeout(200);
  expect(sizeOf(`${file}-reserve`)).toBe(KEPT);
  for (const log of logs) log.close();
});

it('room that cannot be kept, or not be given back, leaves the words of a full disk', async () => {
  mkdirSync(`${file}-reserve`);
  const log = openSqliteLog(file, { reserve: true });
  await log.create('t', 'me');
  fillDisk();
  await expect(log.remove('t', 'me')).rejects.toMatchObject({ code: 'STORAGE_FULL' });
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
