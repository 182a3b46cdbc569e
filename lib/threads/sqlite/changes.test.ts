import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventType } from '@ag-ui/core';
import Database from 'libsql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSqliteLog } from '.';
import { createChanges, stopTopic } from './changes';
import { beginRun } from '../begin-run.fixture';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'changes-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('names the threads that another process has changed, and no other', async () => {
  const file = join(folder, 'threads.db');
  const elsewhere = openSqliteLog(file);
  const db = new Database(file);
  const changes = createChanges(db);
  const event = { type: EventType.CUSTOM, name: 'n', value: 1 } as const;
  const leases = [];
  for (const threadId of ['a', 'b', 'c']) {
    leases.push(await beginRun(elsewhere, threadId));
  }
  const before = changes.now();
  const [a, b] = leases;
  if (!a || !b) throw new Error('No lease');

  // A sign of life is nothing that anybody waits for.
  await elsewhere.renew(a, 60_000);
  const renewed = changes.since(before);
  expect(renewed.topics).toEqual([]);

  await elsewhere.append(b, [event]);
  const appended = changes.since(renewed.upTo);
  expect(appended.topics).toEqual(['b', stopTopic('b')]);

  await elsewhere.requestStop('a');
  const stopped = changes.since(appended.upTo);
  expect(stopped.topics).toEqual(['a', stopTopic('a')]);
  expect(changes.since(stopped.upTo).topics).toEqual([]);

  // What is gone is told of; and what comes after the last thread that was changed is gone is new all the same.
  await elsewhere.finish(b, []);
  await elsewhere.finish(a, []);
  await elsewhere.prune(Date.now() + 60_000, 10);
  await beginRun(elsewhere, 'd', { events: [event] });
  const all = ['a', 'b', 'd'].flatMap((id) => [id, stopTopic(id)]);
  expect(changes.since(stopped.upTo).topics.toSorted()).toEqual(all.toSorted());
  db.close();
  elsewhere.close();
});
