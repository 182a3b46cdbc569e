import { idle, until } from '@/lib/client/testing/test-tab';
import { expect, it } from 'vitest';
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
