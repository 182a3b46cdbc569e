import { EventType, type AGUIEvent } from '@ag-ui/core';
import { expect, it, vi } from 'vitest';
import { openMemoryLog, type EventLog } from '@/lib/threads';
import { beginRun } from '@/lib/threads/begin-run.fixture';
import { Histories } from './history';

const said = (content: string): AGUIEvent[] => [
  { type: EventType.TEXT_MESSAGE_START, messageId: crypto.randomUUID(), role: 'user' },
  { type: EventType.MESSAGES_SNAPSHOT, messages: [{ id: '1', role: 'user', content }] },
];

/** Each thread has two entries. */
const found = (threadId: string) => ({ threadId, owner: 'me', address: '', lastSeq: 2, born: 0 });

/** A log that counts which threads are read from their beginning. */
async function logOf(threads: Record<string, string>): Promise<{ log: EventLog; fromStart: string[] }> {
  const log = openMemoryLog();
  for (const [id, content] of Object.entries(threads)) {
    await beginRun(log, id, { events: said(content) });
  }
  const fromStart: string[] = [];
  const read = log.read.bind(log);
  log.read = (threadId, after, limit) => {
    if (after === 0) fromStart.push(threadId);
    return read(threadId, after, limit);
  };
  return { log, fromStart };
}

it('keeps as much as it has room for, by what is in a thread and not by how many entries it has', async () => {
  const { log, fromStart } = await logOf({ a: 'short', b: 'x'.repeat(900), c: 'short', huge: 'x'.repeat(5_000) });
  const histories = new Histories(1_250);
  for (const id of ['a', 'b', 'a', 'b']) await histories.load(log, found(id));
  expect(fromStart).toEqual(['a', 'b']);
  // The oldest make room.
  for (const id of ['c', 'b', 'a']) await histories.load(log, found(id));
  expect(fromStart).toEqual(['a', 'b', 'c', 'a']);
  // What is larger than all of it is not kept, and takes nobody's place.
  for (const id of ['huge', 'huge', 'a']) await histories.load(log, found(id));
  expect(fromStart.slice(4)).toEqual(['huge', 'huge']);
});

it('counts a snapshot in place of all that was before', async () => {
  const { log } = await logOf({ a: 'x'.repeat(900) });
  const histories = new Histories();
  const { size } = await histories.load(log, found('a'));
  expect(size).toBeGreaterThan(900);
  expect(size).toBeLessThan(1_300);
});

it('folds a thread once for all who ask at once, and holds it no longer than they do if it is too large to keep', async () => {
  const { log, fromStart } = await logOf({ huge: 'x'.repeat(5_000) });
  const histories = new Histories(1_250);
  const asked = Array.from({ length: 5 }, () => histories.load(log, found('huge')));
  expect(new Set(await Promise.all(asked)).size).toBe(1);
  expect(fromStart).toEqual(['huge']);
  await histories.load(log, found('huge'));
  expect(fromStart).toEqual(['huge', 'huge']);
});

it('fails only for whoever asked when the log failed', async () => {
  const { log } = await logOf({ a: 'short' });
  const histories = new Histories();
  const { read } = log;
  log.read = () => {
    log.read = read;
    return Promise.reject(new Error('unreadable'));
  };
  const first = histories.load(log, found('a'));
  const second = histories.load(log, found('a'));
  await expect(first).rejects.toThrow('unreadable');
  expect((await second).thread.messages).toHaveLength(1);
});

it('reads nothing of a thread that it knows to its end', async () => {
  const { log } = await logOf({ a: 'short' });
  const histories = new Histories();
  await histories.load(log, found('a'));
  const read = vi.spyOn(log, 'read');
  await histories.load(log, found('a'));
  expect(read).not.toHaveBeenCalled();
  await histories.load(log, { ...found('a'), lastSeq: 3 });
  expect(read).toHaveBeenCalledWith('a', 2, expect.any(Number));
  // Another thread with the id of one that is gone.
  await histories.load(log, { ...found('a'), born: 7 });
  expect(read).toHaveBeenLastCalledWith('a', 0, expect.any(Number));
});
