import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventType } from '@ag-ui/core';
import Database from 'libsql';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openSqliteLog } from '@/lib/threads/sqlite';
import { beginRun } from '@/lib/threads/begin-run.fixture';
import { tidy } from './limiter';
import { server } from './server';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolyard-server-'));
});
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  Reflect.deleteProperty(globalThis, Symbol.for('toolyard.server'));
  await rm(folder, { recursive: true });
});

const openLog = (now: () => number) => openSqliteLog(join(folder, 'threads.db'), { now });

it('threads that nothing is added to leave when the server starts, and while it runs', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  let now = Date.UTC(2026, 0, 1);
  const log = openLog(() => now);
  for (let thread = 0; thread < 25; thread += 1) await log.create(`old ${thread}`, 'me');
  now += DAY_MS / 2;
  await log.create('young', 'me');
  const kept = async () => (await log.usage({ owner: 'me' })).threads;
  now += DAY_MS / 2 + 1;
  tidy(log, () => now, { kept: 1, gone: 30 });
  await expect.poll(kept).toBe(1);
  expect([await log.gone('old 7', 'me'), await log.gone('young', 'me')]).toEqual(['pruned', undefined]);
  now += DAY_MS / 2;
  vi.advanceTimersByTime(HOUR_MS - 1);
  expect(await kept()).toBe(1);
  vi.advanceTimersByTime(1);
  await expect.poll(kept).toBe(0);
  log.close();
});

it('that a thread was deleted is known for some days, and then forgotten, also where threads stay for ever', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  let now = Date.UTC(2026, 0, 1);
  const log = openLog(() => now);
  for (let thread = 0; thread < 45; thread += 1) {
    await log.create(`t${thread}`, 'me', 'here');
    await log.remove(`t${thread}`, 'me');
  }
  const usage = async () => (await log.usage({ address: 'here' })).bytes;
  expect(await usage()).toBe(45_000);
  now += DAY_MS;
  tidy(log, () => now, { kept: undefined, gone: 1 });
  await new Promise((resolve) => setTimeout(resolve));
  expect(await usage()).toBe(45_000);
  now += 1;
  await expect
    .poll(() => {
      vi.advanceTimersByTime(HOUR_MS);
      return usage();
    })
    .toBe(0);
  expect(await log.gone('t7', 'me')).toBeUndefined();
  log.close();
});

it('does what the operator set', async () => {
  const log = openLog(() => Date.now() - 2 * DAY_MS);
  await log.create('old', 'me');
  log.close();
  const settings = {
    TOOLYARD_DATA: folder,
    TOOLYARD_KEEP_DAYS: '1',
    TOOLYARD_MAX_TOKENS: '2',
    TOOLYARD_SESSION_TOKENS: '3',
    TOOLYARD_SESSION_REQUESTS: '4',
    TOOLYARD_LEASE_MS: '5',
    TOOLYARD_THREAD_BYTES: '6',
  };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  const { ports, allowance, limiter } = server();
  await expect.poll(() => ports.log.gone('old', 'me')).toBe('pruned');
  expect([ports.limits.maxTokens, allowance.from('here').left('me')]).toEqual([2, 3]);
  expect([limiter.value('TOOLYARD_SESSION_REQUESTS'), ports.leaseMs]).toEqual([4, 5]);
  const run = await beginRun(ports.log, 'young');
  const say = () => ports.log.append(run, [{ type: EventType.CUSTOM, name: 'n', value: 1 }]);
  await say();
  await expect(say()).rejects.toThrow('at most 6 bytes of one thread (TOOLYARD_THREAD_BYTES)');
  ports.log.close();
});

it('what a folder has that may only be read is read, nothing is taken, and it goes on once the folder may be written', async () => {
  const before = openLog(Date.now);
  await before.finish(await beginRun(before, 'old'), [{ type: EventType.CUSTOM, name: 'n', value: 1 }]);
  before.close();
  vi.stubEnv('TOOLYARD_DATA', folder);
  vi.useFakeTimers({ toFake: ['Date'] });
  const { exec } = Database.prototype;
  // As root, a test cannot be kept from writing.
  const kept = vi.spyOn(Database.prototype, 'exec').mockImplementation(function (this: Database.Database, sql) {
    if (sql.startsWith('begin')) throw Object.assign(new Error('read-only'), { code: 'SQLITE_READONLY' });
    return exec.call(this, sql);
  });
  const { log } = server().ports;
  expect(await log.read('old', 0)).toHaveLength(1);
  for (const change of [() => log.create('new', 'me'), () => log.remove('old', 'me')]) {
    await expect(change()).rejects.toMatchObject({ code: 'STORAGE_READ_ONLY' });
  }
  kept.mockRestore();
  expect(server().ports.log).toBe(log);
  vi.advanceTimersByTime(5_000);
  const later = server().ports.log;
  expect(await later.create('new', 'me')).toMatchObject({ threadId: 'new' });
  for (const opened of [log, later]) opened.close();
});
