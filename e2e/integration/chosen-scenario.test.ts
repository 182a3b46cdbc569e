import { idle, until } from '@/lib/client/testing/test-tab';
import { expect, it } from 'vitest';
import { openBrowser, promptOf } from './open-browser';

it('a scenario that is chosen before there is a thread brings its project; what was done in the one before is kept for it', async () => {
  const open = await openBrowser();
  const client = open({ scenario: 'fix-the-test', mode: 'bypassPermissions' });
  await until(client, ({ sandbox }) => sandbox.phase === 'ready');
  const names = async (): Promise<string[]> => {
    const { sandbox } = client;
    return sandbox ? (await sandbox.fs.readdir(sandbox.workdir)).map(({ name }) => name) : [];
  };
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
