import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { EventType, type AGUIEvent } from '@ag-ui/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSqliteLog } from '.';
import { beginRun } from '../begin-run.fixture';

const run = promisify(execFile);
const note = (value: number): AGUIEvent => ({ type: EventType.CUSTOM, name: 'n', value });

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolyard-backup-'));
});
afterAll(() => rm(folder, { recursive: true }));

const backup = (data: string, to: string): Promise<{ stdout: string; stderr: string }> =>
  run(process.execPath, ['lib/threads/sqlite/backup.mjs', to], { env: { ...process.env, TOOLYARD_DATA: data } });

it('copies what was acknowledged while the server goes on writing, and the copy can be started from', async () => {
  const data = join(folder, 'data');
  const log = openSqliteLog(join(data, 'threads.db'));
  await writeFile(join(data, 'session-secret'), 'a secret');
  const lease = await beginRun(log, 't');
  for (let value = 1; value <= 200; value += 1) await log.append(lease, [note(value)]);

  const copied = backup(data, join(folder, 'copy'));
  let over = false;
  void copied.finally(() => (over = true)).catch(() => undefined);
  let written = 200;
  while (!over) {
    await log.append(lease, [note((written += 1))]);
    await new Promise(setImmediate);
  }
  expect((await copied).stdout).toContain('TOOLYARD_DATA=');
  log.close();

  const restored = openSqliteLog(join(folder, 'copy', 'threads.db'));
  const entries = await restored.read('t', 0);
  expect(entries.length).toBeGreaterThanOrEqual(200);
  expect(entries.length).toBeLessThanOrEqual(written);
  expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1));
  // The lease lives on in the copy: what had not been logged is taken over like any dead run's.
  expect(await restored.find('t', 'me')).toMatchObject({ lastSeq: entries.length, lease: { runId: 'r' } });
  expect(await restored.append(lease, [note(0)])).toMatchObject([{ seq: entries.length + 1 }]);
  restored.close();
  expect((await stat(join(folder, 'copy', 'session-secret'))).size).toBe(8);
});

it('says why it copies nothing, and leaves no half a copy', async () => {
  await expect(backup(join(folder, 'none'), join(folder, 'a'))).rejects.toThrow(/nothing to copy/);
  await expect(backup(join(folder, 'data'), join(folder, 'copy'))).rejects.toThrow(/there already/);
  await writeFile(join(folder, 'file'), '');
  await chmod(join(folder, 'file'), 0o400);
  await expect(backup(join(folder, 'data'), join(folder, 'file'))).rejects.toThrow(/EEXIST|ENOTDIR/);
});
