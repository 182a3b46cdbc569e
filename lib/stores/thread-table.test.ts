import type { Observed } from '@/lib/ports';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { openPersisted } from './persisted';
import { createMemoryStore, type KeyValue } from './database';
import { openMailbox } from './mailbox';
import { openPlanStore } from './plan';
import { openTaskStore } from './tasks';
import { openTeams } from './teams';
import { createTabs } from './testing/fake-tabs';
import { createThreadTable, type ThreadTable } from './thread-table';
import { openTodoStore } from './todos';

const NEVER = new AbortController().signal;

let shared: KeyValue;
let said: unknown[];
let puts: string[];
let tab: (runs: boolean) => ThreadTable;

beforeEach(() => {
  const stored = createMemoryStore();
  const channel = createTabs();
  said = [];
  puts = [];
  channel().addEventListener('message', ({ data }) => said.push(data));
  shared = {
    ...stored,
    put(key, value) {
      puts.push(key);
      return stored.put(key, value);
    },
  };
  tab = (runs) => createThreadTable(shared, channel(), runs);
});

const openNumber = (table: KeyValue) => openPersisted(table, 'n', z.number(), 0);
const openTasks = (table: KeyValue) => openTaskStore({ table, threadId: 't', now: () => 0, signal: NEVER });
const openPlan = (table: KeyValue) =>
  openPlanStore({
    table,
    threadId: 't',
    mode: () => 'plan',
    setMode: () => undefined,
    ask: () => new Promise(() => undefined),
  });

interface Store {
  store: Observed<unknown>;
  write: () => unknown;
}
const STORES: Record<string, (table: KeyValue) => Promise<Store>> = {
  async 'a list of to-dos'(table) {
    const store = await openTodoStore(table, 't');
    return { store, write: () => store.set([{ content: 'Read', status: 'pending', activeForm: 'Reading' }]) };
  },
  async 'a plan that waits'(table) {
    const store = await openPlan(table);
    return { store, write: () => store.submit({ callId: 'c', text: 'Read' }, NEVER) };
  },
  async 'a letter'(table) {
    const store = await openMailbox(table, 't', () => 0);
    return { store, write: () => store.send({ from: 'a', to: 'b', text: 'Hello' }) };
  },
  async 'a team'(table) {
    const store = await openTeams(table, 't');
    return { store, write: () => store.create({ name: 'reds', members: [] }) };
  },
  async 'a command that runs'(table) {
    const store = await openTasks(table);
    return { store, write: () => store.start({ kind: 'shell', title: 'npm test' }, () => undefined) };
  },
};

describe('a tab that watches', () => {
  it.each(Object.keys(STORES))('sees %s as it is, from the start and later', async (name) => {
    const open = STORES[name];
    if (!open) throw new Error(`There is no ${name}.`);
    const runs = await open(tab(true));
    const watches = await open(tab(false));
    runs.write();
    expect(runs.store.value).not.toEqual(watches.store.value);
    await expect.poll(() => watches.store.value).toEqual(runs.store.value);
    const put = vi.fn(async () => undefined);
    expect((await open({ ...tab(false), put })).store.value).toEqual(runs.store.value);
    expect(put).not.toHaveBeenCalled();
  });

  it('sees what a task puts out', async () => {
    const runs = await openTasks(tab(true));
    const watches = await openTasks(tab(false));
    const { id, append } = await runs.start({ kind: 'shell', title: 'npm test' }, () => undefined);
    append('one\n');
    await expect.poll(() => watches.output(id)).toBe('one\n');
    append('two\n');
    await expect.poll(() => watches.output(id)).toBe('one\ntwo\n');
    const late = await openTasks(tab(false));
    expect(late.output(id)).toBe('one\ntwo\n');
    runs.clearOutput(id);
    await expect.poll(() => late.output(id)).toBe('');
  });

  it('writes nothing and says nothing, and goes on showing what is there', async () => {
    const runs = await openNumber(tab(true));
    const table = tab(false);
    const watches = await openNumber(table);
    await runs.set(1);
    await expect.poll(() => watches.value).toBe(1);
    await watches.set(7);
    await expect.poll(() => watches.value).toBe(1);
    await table.delete('n');
    expect([await shared.get('n'), puts, said]).toEqual([1, ['n'], ['n']]);
  });

  it('hears of its own keys only', async () => {
    const other = tab(true);
    const watches = await openNumber(tab(false));
    let changes = 0;
    watches.subscribe(() => changes++);
    await other.put('m', 1);
    await other.put('n', 2);
    await expect.poll(() => watches.value).toBe(2);
    expect([changes, said]).toEqual([1, ['m', 'n']]);
  });
});

describe('a tab that runs the thread', () => {
  it('is told of nothing: what it holds is newer', async () => {
    const late = tab(true);
    const runs = await openNumber(tab(true));
    await runs.set(2);
    await late.put('n', 1);
    await runs.set(runs.value + 1);
    expect(await shared.get('n')).toBe(3);
  });

  it('that another one took it from reads what that has written meanwhile, and writes no more', async () => {
    const table = tab(true);
    const before = await openNumber(table);
    await before.set(1);
    const after = await openNumber(tab(true));
    await after.set(2);
    expect(before.value).toBe(1);
    table.release();
    await expect.poll(() => before.value).toBe(2);
    await before.set(1);
    await after.set(3);
    await expect.poll(() => before.value).toBe(3);
    expect(await shared.get('n')).toBe(3);
  });

  it('stops what was begun by a page that is gone, and the others see it', async () => {
    const gone = await openTasks(tab(true));
    await gone.start({ kind: 'shell', title: 'npm test' }, () => undefined);
    const watches = await openTasks(tab(false));
    expect(watches.value).toMatchObject([{ status: 'running' }]);
    expect((await openTasks(tab(true))).value).toMatchObject([{ status: 'stopped' }]);
    await expect.poll(() => watches.value).toMatchObject([{ status: 'stopped' }]);
  });
});
