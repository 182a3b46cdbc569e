import type { Client } from '@/lib/client/state';
import { until } from '@/lib/client/testing/test-tab';
import { expect, it } from 'vitest';
import { openBrowser } from './open-browser';

const todosOf = ({ store }: Client): readonly string[] | undefined =>
  store.getState().ports.todos?.value.map(({ content }) => content);

const TODOS = [{ content: 'Sweep', status: 'in_progress', activeForm: 'Sweeping' }];

it.each([
  ['open-agent-sdk', ['Sweep']],
  ['claude-agent-sdk', []],
])('%s keeps over a reload the conversation, and of its to-dos %j', async (preset, kept) => {
  const open = await openBrowser();
  const options = { model: 'human', mode: 'bypassPermissions', preset } as const;
  const before = open(options);
  await before.send('Make a list.');
  await until(before, ({ status }) => status === 'your-turn');
  await before.takeTurn({ text: '', calls: [{ name: 'TodoWrite', arguments: JSON.stringify({ todos: TODOS }) }] });
  await until(before, ({ calls }) => calls[0]?.result !== undefined);
  expect(todosOf(before)).toEqual(['Sweep']);
  const { threadId } = before.store.getState();
  before.dispose();
  const after = open(options, threadId ?? '');
  await until(after, ({ ports, calls }) => ports.todos !== undefined && calls[0]?.result !== undefined);
  expect(todosOf(after)).toEqual(kept);
});

it.each([
  ['open-agent-sdk', 'Read', 'Write', undefined],
  ['claude-agent-sdk', 'FileRead', 'FileWrite', 'FILE_NOT_READ'],
])('after a reload under %s, %s of a file counts for %s as before: %s', async (preset, read, write, error) => {
  const open = await openBrowser();
  const options = { model: 'human', mode: 'bypassPermissions', preset } as const;
  const turn = async (client: Client, name: string, input: object) => {
    const { calls } = await until(client, ({ status }) => status === 'your-turn');
    await client.takeTurn({ text: '', calls: [{ name, arguments: JSON.stringify(input) }] });
    const done = await until(client, (state) => state.calls[calls.length]?.result !== undefined);
    return done.calls[calls.length]?.result;
  };
  const before = open(options);
  await before.send('Write it again.');
  const pwd = await turn(before, 'Bash', { command: 'pwd' });
  const file_path = `${pwd?.text.split('\n')[0]}/README.md`;
  expect(await turn(before, read, { file_path })).toMatchObject({ success: true });
  const { threadId } = await until(before, ({ status }) => status === 'your-turn');
  before.dispose();
  const after = open(options, threadId ?? '');
  expect((await turn(after, write, { file_path, content: 'Anew.\n' }))?.error).toBe(error);
});
