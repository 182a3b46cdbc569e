import { idle, until } from '@/lib/client/testing/test-tab';
import { expect, it, vi } from 'vitest';
import { openBrowser, promptOf } from './open-browser';

it('a thread that is deleted leaves nothing of it or its agents, here or on the server; others stay', async () => {
  const open = await openBrowser();
  const options = { scenario: 'sub-agents', mode: 'bypassPermissions' } as const;
  const other = open({ scenario: 'long-reply' });
  await other.send(promptOf('long-reply'));
  const { threadId: kept } = await until(other, (state) => idle(state) && state.threadId !== null);
  const client = open(options);
  await client.send(promptOf('sub-agents'));
  const { threadId, agents } = await until(client, (state) => idle(state) && state.agents.length > 1);
  const ids = [threadId ?? '', ...agents.map((agent) => agent.threadId)];
  const keysOf = async (id: string): Promise<string[]> => {
    const tables = Object.values(open.database);
    const entries = await Promise.all(tables.map((table) => table.entries('')));
    return entries.flat().flatMap((entry) => (JSON.stringify(entry).includes(id) ? [entry[0]] : []));
  };
  const found = await Promise.all(ids.map(keysOf));
  expect(found[0]).not.toEqual([]);
  expect(found.slice(1).flat()).not.toEqual([]);
  const before = await keysOf(kept ?? '');

  // It is open: the page leaves it.
  expect(await client.deleteThread(ids[0] ?? '')).toMatchObject({ ok: true });
  expect(client.store.getState().threadId).toBeNull();
  for (const id of ids) {
    expect(await keysOf(id)).toEqual([]);
    expect(await client.exchanges(id)).toMatchObject({ ok: false, status: 410, code: 'GONE' });
  }
  expect(await keysOf(kept ?? '')).toEqual(before);
  // Who has its link is told.
  const again = open(options, ids[0]);
  const { error } = await until(again, ({ status }) => status === 'error');
  expect(error).toEqual({ code: 'GONE', message: 'This thread was deleted.' });
});

it('another tab that runs it is told, and nothing of it stays', async () => {
  const open = await openBrowser();
  const runs = open({ scenario: 'long-reply' });
  await runs.send(promptOf('long-reply'));
  const { threadId } = await until(runs, (state) => idle(state) && state.threadId !== null);
  const kept = async (): Promise<string[]> => {
    const entries = await Promise.all(Object.values(open.database).map((table) => table.entries('')));
    return entries.flat().flatMap((entry) => (JSON.stringify(entry).includes(threadId ?? '') ? [entry[0]] : []));
  };
  await expect.poll(kept).toContainEqual(expect.stringMatching(/^snapshot:.*tree$/));
  const other = open({});
  expect(await other.deleteThread(threadId ?? '')).toEqual({ ok: true, value: undefined });
  const { error } = await until(runs, ({ status }) => status === 'error');
  expect([error?.code, await kept()]).toEqual(['GONE', []]);
  await runs.saveFile('/workspace/README.md', 'changed');
  await runs.newThread();
  expect(await kept()).toEqual([]);
});

it('a thread that the server did not delete stays open', async () => {
  const open = await openBrowser();
  const client = open({ scenario: 'long-reply' });
  await client.send(promptOf('long-reply'));
  const { threadId } = await until(client, (state) => idle(state) && state.threadId !== null);
  vi.spyOn(open.log, 'remove').mockRejectedValue(new Error('The server failed.'));
  expect(await client.deleteThread(threadId ?? '')).toMatchObject({ ok: false });
  expect(client.store.getState().threadId).toBe(threadId);
});
