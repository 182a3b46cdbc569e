import { idle, until } from '@/lib/client/testing/test-tab';
import type { Client } from '@/lib/client/state';
import { createTableSnapshots } from '@/lib/stores';
import { expect, it } from 'vitest';
import { openBrowser, promptOf } from './open-browser';

const namesIn = async ({ sandbox }: Client): Promise<string[]> =>
  sandbox ? (await sandbox.fs.readdir(sandbox.workdir)).map(({ name }) => name) : [];

it('a scenario that is chosen before there is a thread brings its project; what was done in the one before is kept for it', async () => {
  const open = await openBrowser();
  const client = open({ scenario: 'fix-the-test', mode: 'bypassPermissions' });
  await until(client, ({ sandbox }) => sandbox.phase === 'ready');
  const names = () => namesIn(client);
  await expect.poll(names, { timeout: 8000 }).toContain('README.md');
  await client.saveFile(`${client.sandbox?.workdir}/mine.txt`, 'mine');
  client.setOptions({ scenario: 'notebook' });
  await expect.poll(names, { timeout: 8000 }).toEqual(expect.arrayContaining(['measurements.ipynb']));
  expect(await names()).not.toContain('mine.txt');
  expect(client.store.getState().changes).toEqual([]);
  client.setOptions({ scenario: 'fix-the-test' });
  await expect.poll(names, { timeout: 8000 }).toContain('mine.txt');
  // At once, as a person does who chooses and runs with one key.
  client.setOptions({ scenario: 'notebook' });
  await client.send(promptOf('notebook'));
  const { calls } = await until(client, (state) => idle(state) && state.calls.length > 1);
  expect(calls.map(({ name, result }) => [name, result?.error])).toContainEqual(['NotebookEdit', undefined]);
});

it('nothing of a thread whose first message is refused for good stays: the next message or scenario begins as if it had not been', async () => {
  const open = await openBrowser();
  const client = open({ scenario: 'fix-the-test', mode: 'bypassPermissions' });
  const names = () => namesIn(client);
  await until(client, ({ sandbox }) => sandbox.phase === 'ready');
  await expect.poll(names, { timeout: 8000 }).toContain('README.md');
  const refuse = async (one: Client) => {
    await one.send('x'.repeat(1_000_001));
    return until(one, ({ status }) => status === 'error');
  };
  expect((await refuse(client)).threadId).toBeNull();
  await client.saveFile(`${client.sandbox?.workdir}/mine.txt`, 'mine');
  client.setOptions({ scenario: 'notebook' });
  await expect.poll(names, { timeout: 8000 }).toEqual(expect.arrayContaining(['measurements.ipynb']));
  expect(client.store.getState()).toMatchObject({ status: 'empty', changes: [] });
  client.setOptions({ scenario: 'fix-the-test' });
  await expect.poll(names, { timeout: 8000 }).toContain('mine.txt');

  await refuse(client);
  await client.send('Hello');
  const { threadId, thread } = await until(client, (state) => idle(state) && state.thread.runs.length > 0);
  expect(thread.messages.filter(({ role }) => role === 'user')).toHaveLength(1);
  expect(await names()).toContain('mine.txt');
  const kept = () => createTableSnapshots(open.database.workspaces).load(threadId ?? '');
  await expect.poll(async () => (await kept()).snapshot !== undefined, { timeout: 8000 }).toBe(true);
  client.dispose();
  const later = open({}, threadId ?? '');
  await expect.poll(() => namesIn(later), { timeout: 8000 }).toContain('mine.txt');
});
