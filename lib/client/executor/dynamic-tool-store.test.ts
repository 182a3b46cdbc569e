import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ToolDraft, DynamicToolStore } from '@/lib/ports';
import { createMemoryStore, createThreadTable, type KeyValue } from '@/lib/stores';
import { defineTool } from '@/lib/tools/define-tool';
import { eraseTool } from '@/lib/tools/tool';
import { createFakeServer, type FakeTurn } from '../testing/fake-server';
import { createBrowser, createTestTools, idle, until } from '../testing/test-tab';
import { isReserved, openDynamicToolStore } from './dynamic-tool-store';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const SCHEMA = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'], additionalProperties: false };
const draft = (body: string, name = 'Double'): ToolDraft => ({ name, description: 'Doubles.', schema: SCHEMA, body });

describe('a store', () => {
  const names: string[][] = [];
  const open = (table: KeyValue = createMemoryStore()): DynamicToolStore =>
    openDynamicToolStore({
      table,
      threadId: 't',
      ready: async () => undefined,
      isReserved: (name) => name === 'Read',
      check({ schema }) {
        if (schema.type !== 'object') throw new Error('no object');
      },
      onChange: (tools) => names.push(tools.map(({ name, version }) => `${name} ${version}`)),
    });

  it('keeps every version, and gives out the newest', async () => {
    const table = createMemoryStore();
    const dynamicToolStore = open(table);
    expect(await dynamicToolStore.create(draft('1'))).toMatchObject({ ok: true, tool: { version: 1 } });
    expect(await dynamicToolStore.update(draft('2', 'double'), 1)).toMatchObject({
      ok: true,
      tool: { version: 2, name: 'Double' },
    });
    expect(names.splice(0)).toEqual([['Double 1'], ['Double 2']]);
    const again = open(table);
    expect((await again.history('Double')).map(({ body, version }) => [body, version])).toEqual([
      ['1', 1],
      ['2', 2],
    ]);
    expect(await again.get('DOUBLE')).toMatchObject({ body: '2' });
    expect(names.splice(0)).toEqual([['Double 2']]);
    expect(await again.history('Half')).toEqual([]);
  });

  it('has what another tab puts on it', async () => {
    const table = createMemoryStore();
    const watching = createThreadTable(table, undefined, false);
    const dynamicToolStore = open(watching);
    expect(await dynamicToolStore.get('Double')).toBeUndefined();
    await open(table).create(draft('1'));
    names.length = 0;
    watching.release();
    await expect.poll(() => names).toEqual([['Double 1']]);
    expect(await dynamicToolStore.get('Double')).toMatchObject({ body: '1' });
  });

  it.each([
    ['exists', (dynamicToolStore: DynamicToolStore) => dynamicToolStore.create(draft('2', 'double'))],
    ['reserved', (dynamicToolStore: DynamicToolStore) => dynamicToolStore.create(draft('2', 'Read'))],
    ['missing', (dynamicToolStore: DynamicToolStore) => dynamicToolStore.update(draft('2', 'Half'), 1)],
    ['stale', (dynamicToolStore: DynamicToolStore) => dynamicToolStore.update(draft('2'), 0)],
    [
      'invalid',
      (dynamicToolStore: DynamicToolStore) =>
        dynamicToolStore.create({ ...draft('2', 'Half'), schema: { type: 'array' } }),
    ],
  ])('refuses what is %s', async (cause, act) => {
    const dynamicToolStore = open();
    await dynamicToolStore.create(draft('1'));
    expect(await act(dynamicToolStore)).toMatchObject({ ok: false, cause });
    expect(await dynamicToolStore.history('Double')).toHaveLength(1);
  });

  it('has room for so many', async () => {
    const dynamicToolStore = open();
    for (let n = 0; n < 50; n++) expect(await dynamicToolStore.create(draft('1', `T${n}`))).toMatchObject({ ok: true });
    expect(await dynamicToolStore.create(draft('1', 'Last'))).toMatchObject({ ok: false, cause: 'full' });
  });

  it('starts empty over what is damaged', async () => {
    const table = createMemoryStore();
    await table.put('shelf:t', [[{ name: 7 }]]);
    expect(await open(table).get('Double')).toBeUndefined();
  });

  it('takes no name that could pass for another tool', () => {
    expect([isReserved([], 'mcp__a__b'), isReserved([], 'Double')]).toEqual([true, false]);
  });
});

describe('a dynamic tool', () => {
  const shelve = eraseTool(
    defineTool({
      name: 'Shelve',
      description: 'Keeps a tool for later.',
      kind: 'edit',
      input: z.strictObject({ name: z.string(), body: z.string() }),
      async execute({ name, body }, { dynamicToolStore }) {
        const outcome = await dynamicToolStore?.create(draft(body, name));
        return outcome?.ok ? 'Shelved.' : `Refused: ${outcome?.cause}`;
      },
    }),
  );

  it('is there for the next run, runs in a sandboxed worker, and comes back with its thread only', async () => {
    const script: FakeTurn[] = [
      { calls: [{ id: 'c1', name: 'Shelve', args: { name: 'Double', body: 'console.log("x"); return input.n * 2' } }] },
      { calls: [{ id: 'c2', name: 'Double', args: { n: 21 } }] },
      { calls: [{ id: 'c3', name: 'Double', args: { n: 'x' } }] },
      { calls: [{ id: 'c4', name: 'Shelve', args: { name: 'look', body: 'return 1' } }] },
    ];
    const server = createFakeServer(() => script.shift() ?? { text: 'Done.' });
    const test = createTestTools();
    const browser = createBrowser(server, { ...test, tools: [...test.tools, shelve] });
    closing.push(browser.close);
    const host = browser.tab();
    await host.send('Go');
    const { calls, pool, threadId } = await until(host, (state) => idle(state) && state.calls.length === 4);
    expect(calls.map(({ result }) => result?.error ?? result?.text)).toEqual([
      'Shelved.',
      'It returned:\n42\nIt logged:\nx\n',
      'INVALID_ARGS',
      'Refused: reserved',
    ]);
    expect(pool.at(-1)).toMatchObject({ name: 'Double', source: 'dynamic', enabled: true });
    expect(server.posts.map(({ tools }) => tools.some(({ name }) => name === 'Double'))).toEqual([
      false,
      true,
      true,
      true,
      true,
    ]);

    const after = browser.tab({ threadId: threadId ?? '' });
    await until(after, (state) => state.pool.some(({ name }) => name === 'Double'));
    await after.newThread();
    expect(after.store.getState().pool.some(({ name }) => name === 'Double')).toBe(false);
  });

  it('is there in a tab that watches, too', async () => {
    const script: FakeTurn[] = [
      { text: 'Hello.' },
      { calls: [{ id: 'c1', name: 'Shelve', args: { name: 'Double', body: 'return input.n * 2' } }] },
    ];
    const server = createFakeServer(() => script.shift() ?? { text: 'Done.' });
    const browser = createBrowser(server, { ...createTestTools(), tools: [shelve] });
    closing.push(browser.close);
    const first = browser.tab();
    await first.send('Go');
    const { threadId } = await until(first, (state) => idle(state) && state.thread.messages.length === 2);
    const second = browser.tab({ threadId: threadId ?? '' });
    await until(second, ({ executor, ports }) => executor === 'elsewhere' && ports.todos !== undefined);
    await first.send('Make a tool');
    await until(second, ({ pool }) => pool.some(({ name }) => name === 'Double'));
  });
});
