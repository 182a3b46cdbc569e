import { createNodeCodeRunner } from '@/lib/sandbox/code-runner/testing/node-code-runner';
import { createMemoryStore, type TabChannel } from '@/lib/stores';
import type { StoredPack } from '@/lib/workshop/pack-store';
import { expect, it, vi } from 'vitest';
import { createOwnPacks, type OwnPacks } from './own-packs';

const tool = (name: string) => ({
  name,
  description: 'Says.',
  kind: 'read' as const,
  dangerous: false,
  schema: name === 'Odd' ? { type: 'none' } : { type: 'object', properties: {} },
});
const compiled = (name: string, ...tools: string[]) => ({
  name,
  program: '{}',
  tools: tools.map(tool),
  hooks: [],
  categories: {},
  cases: [],
});
const kept = (name: string, on: boolean, ...tools: string[]) => ({
  pack: { toolyardPack: 1 as const, name, files: { 'main.ts': '' } },
  compiled: compiled(name, ...tools),
  on,
  savedAt: 1,
});

const keep = (packs: OwnPacks, pack: StoredPack) => packs.change(pack.pack.name, () => pack);

it('the pool gets the tools of the packs that are on, also in the next page, and of the one that is open', async () => {
  const table = createMemoryStore();
  const onChange = vi.fn();
  const page = () =>
    createOwnPacks({
      table,
      codeRunner: createNodeCodeRunner(),
      fetch: () => Promise.reject(new Error('away')),
      onChange,
    });
  const first = page();
  await first.loaded;
  expect(onChange).not.toHaveBeenCalled();
  await keep(first.packs, kept('a', true, 'One'));
  await keep(first.packs, kept('b', false, 'Two'));
  await keep(first.packs, kept('c', true, 'Odd'));
  expect(first.joined.tools.map(({ name, source, category }) => [name, source, category])).toEqual([
    ['One', 'custom', 'a'],
  ]);
  await first.packs.open(compiled('b', 'Two', 'One'));
  expect(first.joined.tools.map(({ name, category }) => `${category} ${name}`)).toEqual(['b Two', 'b One', 'a One']);

  const second = page();
  await second.loaded;
  expect(second.joined.tools.map(({ name }) => name)).toEqual(['One']);
  await second.packs.remove('a');
  expect(second.joined.tools).toEqual([]);
});

it('the hooks of a pack join where a person lets it have them, and no longer once that is revoked', async () => {
  const own = createOwnPacks({
    table: createMemoryStore(),
    codeRunner: createNodeCodeRunner(),
    fetch: async () => new Response(''),
    onChange: () => undefined,
  });
  const hooks = [{ name: 'Decides', event: 'PermissionRequest' as const }];
  const pack: StoredPack = { ...kept('a', true, 'One'), compiled: { ...compiled('a', 'One'), hooks } };
  const joined = async (now: StoredPack) => {
    await keep(own.packs, now);
    return [own.joined.tools.length, own.joined.hooks.length];
  };
  expect(await joined(pack)).toEqual([1, 1]);
  expect(await joined({ ...pack, uses: ['files', 'call'] })).toEqual([1, 0]);
  expect(await joined({ ...pack, uses: ['hooks'] })).toEqual([1, 1]);
});

it('a tool of a pack is refused what a person does not let it use, also in a call that runs', async () => {
  const own = createOwnPacks({
    table: createMemoryStore(),
    // Asks for one command after the other, for ever.
    codeRunner: {
      run: async () => ({
        ok: true,
        value: { is: 'asks', asks: [{ name: 'Bash', port: false, input: '{}' }] },
        log: '',
      }),
    },
    fetch: async () => new Response(''),
    onChange: () => undefined,
  });
  await keep(own.packs, kept('a', true, 'One'));
  const answers: unknown[] = [];
  const nested = {
    async call() {
      await keep(own.packs, { ...kept('a', true, 'One'), uses: ['files'] });
      answers.push('ran');
      return { success: true, text: '' };
    },
  };
  const { signal } = new AbortController();
  const context = { callId: 'c', threadId: 't', writeRoots: [], deadline: Infinity, signal, nested };
  const [tool] = own.joined.tools;
  await tool?.call({}, { ...context, onOutput: () => undefined });
  expect(answers).toEqual(['ran']);
});

it('other tabs have the tools of a pack as soon as it is switched on here', async () => {
  const table = createMemoryStore();
  const tabs: ((event: { data: unknown }) => void)[] = [];
  /** One tab's end: it is not told of what it says itself. */
  const channel = (): TabChannel => {
    let own: (event: { data: unknown }) => void = () => undefined;
    return {
      addEventListener: (_, listener) => void tabs.push((own = listener)),
      postMessage: (data) => tabs.filter((listener) => listener !== own).forEach((listener) => listener({ data })),
    };
  };
  const page = () =>
    createOwnPacks({
      table,
      codeRunner: createNodeCodeRunner(),
      fetch: () => Promise.reject(new Error('away')),
      channel: channel(),
      onChange: () => undefined,
    });
  const [here, there] = [page(), page()];
  const told = vi.fn();
  there.packs.onWritten(told);
  await keep(here.packs, kept('a', true, 'One'));
  await expect.poll(() => there.joined.tools.map(({ name }) => name)).toEqual(['One']);
  await here.packs.remove('a');
  await expect.poll(() => there.joined.tools).toEqual([]);
  expect(told).toHaveBeenCalledTimes(2);
});

it('where what runs a pack cannot be had, a check says so, and the next one tries again', async () => {
  const fetching = vi.fn(async () => new Response('', { status: 503 }));
  const { packs } = createOwnPacks({
    table: createMemoryStore(),
    codeRunner: createNodeCodeRunner(),
    fetch: fetching,
    onChange: () => undefined,
  });
  const { pack } = kept('a', false);
  for (const times of [1, 2]) {
    const checked = await packs.check(pack, new AbortController().signal);
    expect(checked).toMatchObject({ ok: false, faults: [{ message: expect.stringContaining('answered 503') }] });
    expect(fetching).toHaveBeenCalledTimes(times);
  }
});
