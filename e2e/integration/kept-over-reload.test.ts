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
