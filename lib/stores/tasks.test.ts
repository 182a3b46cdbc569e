import { describe, expect, it, vi } from 'vitest';
import { createMemoryStore } from './database';
import { KEPT_OUTPUT } from './task-output';
import { KEPT_TASKS, openTaskStore } from './tasks';

const never = new AbortController().signal;

function setUp(table = createMemoryStore()) {
  let clock = 0;
  const left = new AbortController();
  return {
    table,
    left,
    open: (threadId = 't') => openTaskStore({ table, threadId, now: () => ++clock, signal: left.signal }),
  };
}

describe('the tasks of a thread', () => {
  it('are named by kind and number', async () => {
    const store = await setUp().open();
    const made = [
      await store.create({ kind: 'plan', title: 'A' }),
      await store.start({ kind: 'shell', title: 'B' }, () => undefined),
      await store.create({ kind: 'plan', title: 'C' }),
      await store.create({ kind: 'agent', title: 'D', id: 'scout' }),
    ];
    expect(made.map(({ id }) => id)).toEqual(['task-1', 'shell-1', 'task-2', 'scout']);
  });

  it('come back as they were, and what ran is stopped then', async () => {
    const { open } = setUp();
    const store = await open();
    const planned = await store.create({ kind: 'plan', title: 'Plan', blockedBy: ['x'] });
    await store.update(planned.id, { status: 'running', owner: 'me' });
    const work = await store.start({ kind: 'shell', title: 'npm test' }, () => undefined);
    work.append('line\n');
    await new Promise((resolve) => setTimeout(resolve));
    const again = await open();
    expect(again.value).toMatchObject([
      { id: 'task-1', status: 'running', owner: 'me', blockedBy: ['x'] },
      { id: 'shell-1', status: 'stopped', endedAt: expect.any(Number) },
    ]);
    expect(again.output('shell-1')).toBe('line\n');
    expect((await open('other')).value).toEqual([]);
  });

  it('take what work says, until it ends', async () => {
    const store = await setUp().open();
    const { id, append, end } = await store.start({ kind: 'shell', title: 'x' }, () => undefined);
    const heard = vi.fn();
    store.subscribe(heard);
    append('one\n');
    append('');
    expect(heard).toHaveBeenCalledTimes(1);
    expect([store.takeNew(id), store.takeNew(id)]).toEqual(['one\n', '']);
    append('two\n');
    const before = store.value;
    end('failed', { exitCode: 3 });
    append('late\n');
    end('completed');
    expect(store.value).not.toBe(before);
    expect(store.get(id)).toMatchObject({ status: 'failed', exitCode: 3, startedAt: 1, endedAt: 2 });
    expect([store.takeNew(id), store.output(id)]).toEqual(['two\n', 'one\ntwo\n']);
    store.clearOutput(id);
    expect([store.takeNew(id), store.output(id)]).toEqual(['', '']);
    expect([store.output('?'), store.takeNew('?'), store.get('?'), await store.update('?', {})]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('are asked to end once, and waited for', async () => {
    const store = await setUp().open();
    const stop = vi.fn();
    const { id, end } = await store.start({ kind: 'shell', title: 'x' }, stop);
    const stopped = Promise.all([store.stop(id), store.stop(id)]);
    expect(stop).toHaveBeenCalledTimes(1);
    expect(store.get(id)?.status).toBe('running');
    end('stopped', { exitCode: 143 });
    expect(await stopped).toMatchObject([{ status: 'stopped', exitCode: 143 }, { status: 'stopped' }]);
    expect((await store.stop(id))?.status).toBe('stopped');
    expect(await store.stop('?')).toBeUndefined();
  });

  it('are waited for until somebody gives up', async () => {
    const store = await setUp().open();
    const { id, end } = await store.start({ kind: 'shell', title: 'x' }, () => undefined);
    const giveUp = new AbortController();
    const waiting = store.ended(id, giveUp.signal);
    giveUp.abort('enough');
    await expect(waiting).rejects.toBe('enough');
    await expect(store.ended(id, giveUp.signal)).rejects.toBe('enough');
    const patient = store.ended(id, never);
    end('completed');
    await patient;
    await store.ended(id, never);
  });

  it('are asked to end when the thread is left', async () => {
    const { open, left } = setUp();
    const store = await open();
    const stop = vi.fn(() => {
      throw new Error('deaf');
    });
    await store.start({ kind: 'shell', title: 'x' }, stop);
    left.abort();
    expect(stop).toHaveBeenCalledTimes(1);
    const late = vi.fn();
    await store.start({ kind: 'shell', title: 'y' }, late);
    expect(late).toHaveBeenCalledTimes(1);
  });

  it('may be done again under the same name, but not twice at once', async () => {
    const store = await setUp().open();
    const draft = { kind: 'agent', title: 'x', id: 'scout' } as const;
    const first = await store.start(draft, () => undefined);
    await expect(store.start(draft, () => undefined)).rejects.toThrow('scout runs already');
    first.append('first\n');
    first.end('completed');
    const second = await store.start(draft, () => undefined);
    first.append('stale\n');
    second.append('second\n');
    expect(store.output('scout')).toBe('first\nsecond\n');
    expect(store.get('scout')).not.toHaveProperty('endedAt');
    expect(store.value).toHaveLength(1);
  });

  it('keep their newest output, and say what was never read', async () => {
    const store = await setUp().open();
    const { id, append } = await store.start({ kind: 'shell', title: 'x' }, () => undefined);
    for (let i = 0; i < 6; i++) append(String(i).repeat(KEPT_OUTPUT / 4));
    expect(store.output(id)).toHaveLength(KEPT_OUTPUT);
    expect(store.output(id)).toMatch(/^2+3+4+5+$/);
    expect(store.takeNew(id)).toMatch(/^\[100000 characters are left out here: .*\]\n2+3+4+5+$/);
    append('6');
    expect(store.takeNew(id)).toBe('6');
  });

  it('make room by forgetting the oldest that have ended', async () => {
    const { open, table } = setUp();
    const store = await open();
    const old = await store.start({ kind: 'shell', title: 'old' }, () => undefined);
    old.append('x');
    const open1 = await store.create({ kind: 'plan', title: 'open' });
    old.end('completed');
    for (let i = 1; i < KEPT_TASKS; i++) await store.create({ kind: 'plan', title: String(i) });
    expect(store.value).toHaveLength(KEPT_TASKS);
    expect([store.get(old.id), store.output(old.id), store.get(open1.id)?.title]).toEqual([
      undefined,
      undefined,
      'open',
    ]);
    await expect.poll(() => table.entries('task-output:')).toEqual([]);
  });
});
