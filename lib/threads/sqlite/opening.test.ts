import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSqliteLog } from '.';
import { bundleWorker } from './testing/bundle-worker';

const PROCESSES = 6;
const FILES = 5;

let folder = '';
let worker = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolyard-opening-'));
  worker = await bundleWorker('lib/threads/sqlite/testing/open-log.ts', folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('is opened by processes at once that all find no file there', async () => {
  const files = Array.from({ length: FILES }, (_, index) => join(folder, `${index}.db`));
  const children = Array.from({ length: PROCESSES }, () => spawn(process.execPath, [worker, ...files]));
  const faults = children.map(({ stderr }) => text(stderr));
  const codes = children.map(async (child) => (await once(child, 'exit'))[0]);
  for (const file of files) {
    // One that ended early has said why.
    await Promise.all(children.map((child) => Promise.race([once(child.stdout, 'data'), once(child.stdout, 'close')])));
    for (const { stdin } of children) stdin.write(`${file}\n`);
  }
  expect(await Promise.all(faults)).toEqual(children.map(() => ''));
  expect(await Promise.all(codes)).toEqual(children.map(() => 0));
  for (const file of files) {
    const log = openSqliteLog(file);
    expect(await log.usage({ owner: 'me' })).toMatchObject({ threads: PROCESSES });
    log.close();
  }
});
