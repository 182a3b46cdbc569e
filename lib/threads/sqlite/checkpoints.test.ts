import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventType } from '@ag-ui/core';
import Database from 'libsql';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { openSqliteLog } from '.';
import { beginRun } from '../begin-run.fixture';

const folder = mkdtempSync(join(tmpdir(), 'toolyard-checkpoints-'));
afterEach(() => vi.useRealTimers());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('moves what was committed to the file in the background, and loses nothing of what comes meanwhile', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const file = join(folder, 'log.db');
  const log = openSqliteLog(file);
  const lease = await beginRun(log, 't', { ttlMs: 1e9 });
  const append = (delta: string) =>
    log.append(lease, [{ type: EventType.TEXT_MESSAGE_CONTENT, messageId: 'm', delta }]);
  await append('x'.repeat(100_000));
  expect(statSync(file).size).toBeLessThan(100_000);
  vi.advanceTimersByTime(10_000);
  // The file grows page by page, in another thread.
  for (let count = 0; statSync(file).size < 100_000; count += 1) {
    await append(String(count));
    await new Promise(setImmediate);
  }
  const entries = await log.read('t', 0);
  expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1));
  log.close();
  const again = new Database(file, { readonly: true });
  expect(again.prepare('select count(*) as events from events').get()).toMatchObject({ events: entries.length });
  again.close();
});

it('does so at once where much is committed, so that no commit has to', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const file = join(folder, 'much.db');
  const log = openSqliteLog(file);
  const lease = await beginRun(log, 't', { ttlMs: 1e9 });
  const delta = 'x'.repeat(50_000);
  const append = () => log.append(lease, [{ type: EventType.TEXT_MESSAGE_CONTENT, messageId: 'm', delta }]);
  for (let written = 0; written < 8_000_000; written += delta.length) await append();
  vi.advanceTimersByTime(1);
  await vi.waitFor(() => expect(statSync(file).size).toBeGreaterThan(4_000_000));
  log.close();
});
