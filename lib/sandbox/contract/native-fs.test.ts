import fs from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { nativeFs } from './native-fs';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolyard-watched-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('goes on watching where a folder is removed while the watcher reads it', async () => {
  const seen: string[] = [];
  const stop = nativeFs().watch(folder, ({ path }) => seen.push(path));
  const reading = vi.spyOn(fs, 'readdirSync').mockImplementationOnce(() => {
    throw Object.assign(new Error('ENOENT: no such file or directory'), { code: 'ENOENT' });
  });
  await vi.waitUntil(async () => {
    await writeFile(join(folder, 'first'), String(reading.mock.calls.length));
    return reading.mock.calls.length > 0;
  }, 30_000);
  await vi.waitUntil(async () => {
    await writeFile(join(folder, 'second'), String(seen.length));
    return seen.includes(join(folder, 'second'));
  }, 30_000);
  stop();
  reading.mockRestore();
  expect(seen).toContain(join(folder, 'second'));
});
