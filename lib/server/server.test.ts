import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openSqliteLog } from '@/lib/threads/sqlite';
import { keepFor } from './limiter';
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
  keepFor(1, log, () => now);
  await expect.poll(kept).toBe(1);
  expect([await log.gone('old 7', 'me'), await log.gone('young', 'me')]).toEqual(['pruned', undefined]);
  now += DAY_MS / 2;
  vi.advanceTimersByTime(HOUR_MS - 1);
  expect(await kept()).toBe(1);
  vi.advanceTimersByTime(1);
  await expect.poll(kept).toBe(0);
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
  };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  const { ports, allowance, limiter } = server();
  await expect.poll(() => ports.log.gone('old', 'me')).toBe('pruned');
  expect([ports.limits.maxTokens, allowance.from('here').left('me')]).toEqual([2, 3]);
  expect([limiter.value('TOOLYARD_SESSION_REQUESTS'), ports.leaseMs]).toEqual([4, 5]);
  ports.log.close();
});
