import { afterEach, describe, expect, it } from 'vitest';
import { advancedTools } from '@/lib/tools/builtin';
import { bash } from '@/lib/tools/builtin/shell/bash';
import { todoWrite } from '@/lib/tools/builtin/tasks/todo-write';
import { eraseTool } from '@/lib/tools/tool';
import type { Client } from '../state';
import { createFakeServer, type FakeTurn } from '../testing/fake-server';
import { createBrowser, createTestTools, idle, until } from '../testing/test-tab';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A thread that one tab runs up to the call that takes its time, and another tab that watches it. */
async function setUp(...script: FakeTurn[]) {
  const server = createFakeServer(() => script.shift() ?? { text: 'Done.' });
  const test = createTestTools();
  const tools = [...test.tools, eraseTool(bash), eraseTool(todoWrite), ...advancedTools];
  const browser = createBrowser(server, { ...test, tools });
  closing.push(browser.close);
  const first = browser.tab();
  await first.send('Go');
  const { threadId } = await until(first, () => test.runs.length === 1);
  const second = browser.tab({ threadId: threadId ?? '' });
  await until(second, ({ executor, ports }) => executor === 'elsewhere' && ports.todos !== undefined);
  return { first, second, release: test.release };
}

const todos = (id: string, ...done: boolean[]) => ({
  id,
  name: 'TodoWrite',
  args: {
    todos: done.map((is) => ({ content: 'Read', status: is ? 'completed' : 'in_progress', activeForm: 'Reading' })),
  },
});
const task = (id: string) => ({ id, name: 'TaskCreate', args: { title: 'Write' } });
const ticker = (id: string) => ({
  id,
  name: 'Bash',
  args: { command: 'echo tick; sleep 60', description: 'Tick', run_in_background: true },
});
const slow = (id: string) => ({ id, name: 'Slow', args: { name: 'x' } });

const todosIn = (host: Client) => host.store.getState().ports.todos?.value.map(({ status }) => status);
const tasksIn = (host: Client) => host.store.getState().ports.tasks?.value.map(({ id, status }) => `${id} ${status}`);
const outputIn = (host: Client, id: string) => host.store.getState().ports.tasks?.output(id);

describe('what an agent keeps', () => {
  it('is shown by a tab that watches as it changes, with what its tasks put out', async () => {
    const { first, second, release } = await setUp(
      { calls: [todos('c1', false), ticker('c2')] },
      { calls: [slow('c3')] },
      { calls: [todos('c4', true, false), task('c5')] },
    );
    await expect
      .poll(() => [todosIn(second), tasksIn(second), outputIn(second, 'shell-1')])
      .toEqual([['in_progress'], ['shell-1 running'], 'tick\n']);
    release();
    await until(first, idle);
    await expect
      .poll(() => [todosIn(second), tasksIn(second)])
      .toEqual([
        ['completed', 'in_progress'],
        ['shell-1 running', 'task-1 pending'],
      ]);
    await first.store.getState().ports.tasks?.stop('shell-1');
    await expect.poll(() => tasksIn(second)).toEqual(['shell-1 stopped', 'task-1 pending']);
  });

  it('is gone on with by a tab that takes the thread over, and the other one watches', async () => {
    const { first, second } = await setUp(
      { calls: [todos('c1', false), ticker('c2')] },
      { calls: [task('c3'), slow('c4')] },
      { calls: [todos('c5', true), task('c6')] },
    );
    void second.takeOver();
    await until(second, (state) => idle(state) && state.thread.callOrder.length === 6);
    const kept = [['completed'], ['shell-1 stopped', 'task-1 pending', 'task-2 pending']];
    expect([todosIn(second), tasksIn(second)]).toEqual(kept);
    await expect.poll(() => [todosIn(first), tasksIn(first)]).toEqual(kept);
    expect(first.store.getState().executor).toBe('elsewhere');
  });
});
