import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { RunningTask, TaskStore } from '@/lib/ports';
import type { PermissionMode } from '@/lib/protocol';
import { createMemoryStore, openTaskStore } from '@/lib/stores';
import { AbortReason } from '../../result';
import { createDispatcher } from '../../dispatch';
import { eraseTool } from '../../tool';
import { createRegistry } from '../../registry';
import { taskCreate } from './task-create';
import { taskGet } from './task-get';
import { taskList } from './task-list';
import { taskOutput } from './task-output';
import { taskStop } from './task-stop';
import { taskUpdate } from './task-update';

const registry = createRegistry([
  eraseTool(taskCreate),
  eraseTool(taskGet),
  eraseTool(taskList),
  eraseTool(taskUpdate),
  eraseTool(taskStop),
  eraseTool(taskOutput),
]);

let tasks: TaskStore;
let mode: PermissionMode;
beforeEach(async () => {
  mode = 'bypassPermissions';
  const { signal } = new AbortController();
  tasks = await openTaskStore({ table: createMemoryStore(), threadId: 't', now: () => 0, signal });
});

async function run(name: string, input: object, signal = new AbortController().signal) {
  const dispatcher = createDispatcher({
    registry,
    permissions: {
      mode: () => mode,
      rules: () => [],
      ask: async () => ({ behavior: 'deny', reason: 'No.' }),
      allowAlways: () => undefined,
    },
    contextFor: () => ({ threadId: 't', writeRoots: [], tasks }),
  });
  return dispatcher.dispatch({ id: 'c', name, args: JSON.stringify(input) }, { signal });
}
const text = async (name: string, input: object) => (await run(name, input)).result.text;
const error = async (name: string, input: object) => (await run(name, input)).result.error;
const plan = (title: string, more: object = {}) => run('TaskCreate', { title, ...more });
const shell = (stop: (task: () => RunningTask | undefined) => void = () => undefined) => {
  let task: RunningTask | undefined;
  return tasks.start({ kind: 'shell', title: 'npm run dev' }, () => stop(() => task)).then((made) => (task = made));
};

describe('planned tasks', () => {
  it('are created, looked at, listed and completed in their order', async () => {
    expect(await text('TaskCreate', { title: 'Read', description: 'All of it.', owner: 'scout' })).toContain(
      'Created task-1',
    );
    expect(await text('TaskCreate', { title: 'Write', blocked_by: ['task-1', 'task-1'] })).toContain(
      'It waits for task-1.',
    );
    expect(await text('TaskGet', { task_id: 'task-1' })).toBe(
      'task-1, planned: Read\nIt is pending.\nscout does it.\nIt has to be completed before task-2.\n\nAll of it.',
    );
    expect(await text('TaskList', {})).toBe(
      '1. task-1 [pending] Read (scout)\n2. task-2 [pending, waits for task-1] Write',
    );
    expect(await error('TaskUpdate', { task_id: 'task-2', status: 'running' })).toBe('INVALID_ARGS');
    await run('TaskUpdate', { task_id: 'task-1', status: 'running' });
    expect(await text('TaskUpdate', { task_id: 'task-1', status: 'completed' })).toContain('can begin now: task-2.');
    expect(await text('TaskUpdate', { task_id: 'task-2', status: 'running', owner: 'me' })).toBe(
      'Now: task-2 [running] Write (me)',
    );
    expect(await text('TaskList', { status: 'completed' })).toBe('1. task-1 [completed] Read (scout)');
    expect(await text('TaskList', { status: 'failed' })).toContain('there are 2 in all');
  });

  it('cannot wait for themselves, whichever way', async () => {
    await plan('A');
    await plan('B', { blocked_by: ['task-1'] });
    await plan('C', { blocked_by: ['task-2'] });
    for (const blocked_by of [['task-1'], ['task-3']]) {
      const { result } = await run('TaskUpdate', { task_id: 'task-1', blocked_by });
      expect(result).toMatchObject({ error: 'INVALID_ARGS', issues: [{ path: '$.blocked_by' }] });
    }
    expect((await run('TaskUpdate', { task_id: 'task-3', blocked_by: [] })).result.success).toBe(true);
    expect(tasks.get('task-3')?.blockedBy).toEqual([]);
  });

  it('are given up without anybody asked to end', async () => {
    await plan('A');
    expect(await text('TaskStop', { task_id: 'task-1' })).toBe('Stopped: task-1 [stopped] A');
    expect(await text('TaskStop', { task_id: 'task-1' })).toContain('nothing to stop');
  });
});

describe('what runs in the background', () => {
  it('is stopped, and its output can still be read', async () => {
    const work = await shell((task) => task()?.end('stopped', { exitCode: 143 }));
    work.append('listening');
    expect(await text('TaskOutput', { task_id: work.id })).toBe('listening\n[shell-1: running]');
    expect(await text('TaskStop', { task_id: work.id })).toBe(
      'Stopped: shell-1 [stopped with exit code 143] npm run dev',
    );
    expect(await text('TaskOutput', { task_id: work.id })).toBe('listening\n[shell-1: stopped with exit code 143]');
  });

  it('says by itself how it stands', async () => {
    const { id } = await shell();
    expect(await error('TaskUpdate', { task_id: id, status: 'completed' })).toBe('UNSUPPORTED');
    expect(await text('TaskUpdate', { task_id: id, title: 'The server' })).toContain('The server');
  });

  it('is waited for, and no longer than was said', async () => {
    const work = await shell();
    expect(await text('TaskOutput', { task_id: work.id, timeout: 1 })).toBe(
      'It has put out nothing.\n[shell-1: running after 0.001 s of waiting]',
    );
    const waiting = text('TaskOutput', { task_id: work.id, timeout: 60_000 });
    work.append('done\n');
    work.end('completed', { exitCode: 0 });
    expect(await waiting).toBe('done\n[shell-1: completed with exit code 0]');
  });

  it.each([
    ['TaskOutput', { timeout: 60_000 }, 'Stopped by the person.'],
    ['TaskStop', {}, 'shell-1 was asked to end and may still run.'],
  ])('%s is cut off by an abort', async (name, more, words) => {
    const { id } = await shell();
    const stop = new AbortController();
    const heard = vi.spyOn(tasks, name === 'TaskStop' ? 'stop' : 'ended');
    const resolved = run(name, { task_id: id, ...more }, stop.signal);
    await expect.poll(() => heard).toHaveBeenCalled();
    stop.abort(new AbortReason('stopped', 'Stopped by the person.'));
    const { result } = await resolved;
    expect(result.error).toBe('ABORTED');
    expect(result.text).toContain(words);
  });

  it('is cut in the middle where it has put out too much', async () => {
    const work = await shell();
    work.append(`first\n${'x'.repeat(50_000)}\nlast\n`);
    const { result } = await run('TaskOutput', { task_id: work.id });
    expect(result.text.length).toBeLessThan(10_500);
    expect(result.text).toMatch(/^first\n.*left out.*last\n\[shell-1: running\]/s);
  });
});

describe('faults', () => {
  it.each([
    ['TaskGet', { task_id: 'x' }, 'NOT_FOUND', 'create one with TaskCreate'],
    ['TaskOutput', { task_id: 'x' }, 'NOT_FOUND', 'no task x'],
    ['TaskStop', { task_id: 'x' }, 'NOT_FOUND', 'no task x'],
    ['TaskUpdate', { task_id: 'x', status: 'running' }, 'NOT_FOUND', 'no task x'],
    ['TaskCreate', { title: 'A', blocked_by: ['x'] }, 'NOT_FOUND', 'cannot wait for x'],
    ['TaskCreate', { title: ' ' }, 'INVALID_ARGS', 'title'],
    ['TaskList', { status: 'lost' }, 'INVALID_ARGS', 'status'],
    ['TaskOutput', { task_id: 'x', timeout: 600_001 }, 'INVALID_ARGS', 'timeout'],
  ])('%s with %j: %s', async (name, input, code, words) => {
    const { result } = await run(name, input);
    expect(result.error).toBe(code);
    expect(result.text).toContain(words);
  });

  it('say which tasks there are', async () => {
    await plan('A');
    expect(await text('TaskGet', { task_id: 'task-9' })).toContain('There are: task-1 (pending).');
    expect(await error('TaskUpdate', { task_id: 'task-1' })).toBe('NO_CHANGE');
  });
});

describe('permission', () => {
  it('is asked only to stop something', async () => {
    mode = 'default';
    expect((await plan('A')).phase).toBe('succeeded');
    expect((await run('TaskUpdate', { task_id: 'task-1', status: 'running' })).phase).toBe('succeeded');
    expect((await run('TaskList', {})).phase).toBe('succeeded');
    expect((await run('TaskStop', { task_id: 'task-1' })).phase).toBe('denied');
  });
});
