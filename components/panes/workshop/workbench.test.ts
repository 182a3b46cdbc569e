import type { CheckedPack, OwnPacks } from '@/lib/client/own-packs';
import type { PackLanguage } from '@/lib/client/code/pack-language';
import { createMemoryStore } from '@/lib/stores';
import { openPackStore, type StoredPack } from '@/lib/workshop/pack-store';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createWorkbench } from './workbench';
import { whenQuiet } from './when-quiet';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** No TypeScript: its service has tests of its own. */
const NO_TYPES: Pick<PackLanguage, 'errors'> = { errors: async () => [] };

/** Packs that compile unless their file says `broken`. */
function somePacks() {
  const store = openPackStore(createMemoryStore());
  const listeners = new Set<() => void>();
  /** Another tab has written. */
  const elsewhere = async (write: () => Promise<unknown>): Promise<void> => {
    await write();
    for (const listener of listeners) listener();
    await vi.advanceTimersByTimeAsync(0);
  };
  const opened: (string | undefined)[] = [];
  const packs: OwnPacks = {
    ...store,
    onWritten(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    open: async (pack) => void opened.push(pack?.program),
    async check({ name, files: { 'main.ts': program = '' } }, _, onCompiled): Promise<CheckedPack> {
      if (program === 'broken')
        return { ok: false, faults: [{ message: 'Unexpected token', file: 'main.ts', line: 1 }] };
      const pack = { name, program, tools: [], hooks: [], categories: {}, cases: [] };
      await onCompiled?.(pack);
      return { ok: true, pack, cases: [] };
    },
  };
  const kept = async (name: string): Promise<StoredPack | undefined> => store.get(name);
  return { workbench: createWorkbench(async () => packs, NO_TYPES), packs, store, kept, opened, elsewhere };
}

describe('a pack', () => {
  it('is kept and checked a while after the last letter; what compiled last stays', async () => {
    const { workbench, kept, opened } = somePacks();
    await workbench.load();
    await workbench.begin({ 'main.ts': 'one' });
    expect(workbench.store.getState()).toMatchObject({ chosen: 'my-tools', keeping: 'kept', checked: { ok: true } });
    workbench.type('main.ts', 'broken');
    expect(workbench.store.getState().keeping).toBe('typing');
    expect((await kept('my-tools'))?.pack.files).toEqual({ 'main.ts': 'one' });
    await vi.advanceTimersByTimeAsync(600);
    expect(workbench.store.getState()).toMatchObject({ keeping: 'kept', checked: { ok: false } });
    expect(await kept('my-tools')).toMatchObject({
      pack: { files: { 'main.ts': 'broken' } },
      compiled: { program: 'one' },
    });
    expect(opened.at(-1)).toBe('one');
  });

  it('answers calls as soon as it is compiled, while its cases run', async () => {
    const { workbench, packs, opened } = somePacks();
    await workbench.begin({ 'main.ts': 'one' });
    let end = (): void => undefined;
    const cases = new Promise<void>((done) => (end = done));
    const { check } = packs;
    packs.check = async (...asked) => {
      const checked = await check(...asked);
      await cases;
      return checked;
    };
    workbench.type('main.ts', 'two');
    const saved = workbench.save();
    await vi.advanceTimersByTimeAsync(0);
    expect([opened.at(-1), workbench.store.getState().checking]).toEqual(['two', true]);
    end();
    await saved;
    expect(workbench.store.getState()).toMatchObject({ checking: false, checked: { ok: true } });
  });

  it('shows what TypeScript says is wrong, or that it could not be asked', async () => {
    const { packs } = somePacks();
    const error = { path: 'main.ts', line: 1, column: 2, message: 'No.', endLine: 1, endColumn: 3, text: '' };
    const errors = vi
      .fn<PackLanguage['errors']>()
      .mockResolvedValueOnce([{ ...error, severity: 'error', code: 'TS1' }])
      .mockRejectedValueOnce(new Error('away'));
    const workbench = createWorkbench(async () => packs, { errors });
    await workbench.begin({ 'main.ts': 'one' });
    expect(workbench.store.getState().typeErrors).toMatchObject([{ file: 'main.ts', line: 1, message: 'No.' }]);
    workbench.type('main.ts', 'two');
    await workbench.save();
    expect(workbench.store.getState().typeErrors).toMatchObject([{ message: expect.stringContaining('away') }]);
  });

  it('that is too large is not kept, and what was kept stays', async () => {
    const { workbench, kept } = somePacks();
    await workbench.begin({ 'main.ts': 'one' });
    workbench.type('main.ts', 'x'.repeat(500_001));
    await workbench.save();
    expect(workbench.store.getState()).toMatchObject({ keeping: 'refused', checked: { ok: false } });
    expect((await kept('my-tools'))?.pack.files).toEqual({ 'main.ts': 'one' });
  });

  it('is renamed with all that belongs to it, but to no name that is taken or none', async () => {
    const { workbench, kept } = somePacks();
    await workbench.begin({ 'main.ts': 'one' });
    await workbench.begin({ 'main.ts': 'two' });
    await workbench.switchOn(true);
    expect(await workbench.rename('my-tools')).toContain('There is a pack called my-tools');
    expect(await workbench.rename('My tools')).toContain('small letters');
    expect(await workbench.rename('better')).toBeUndefined();
    expect(await kept('better')).toMatchObject({ on: true, compiled: { name: 'better', program: 'two' } });
    expect(await kept('my-tools-2')).toBeUndefined();
    expect(workbench.store.getState().chosen).toBe('better');
  });

  it('has files that are added, renamed and deleted, under names that can be imported', async () => {
    const { workbench, kept } = somePacks();
    await workbench.begin({ 'main.ts': 'one' });
    expect(await workbench.addFile('main.ts')).toContain('There is a file main.ts');
    for (const name of ['', '../a.ts', 'a b.ts', 'a.exe', '__proto__']) {
      expect(await workbench.addFile(name), name).toContain('such as main.ts');
    }
    expect(await workbench.addFile('lib/words.ts')).toBeUndefined();
    expect(await workbench.renameFile('lib/words.ts', 'main.ts')).toContain('There is a file');
    expect(await workbench.renameFile('main.ts', 'tool.ts')).toBeUndefined();
    expect((await kept('my-tools'))?.pack.files).toEqual({ 'tool.ts': 'one', 'lib/words.ts': '' });
    await workbench.removeFile('lib/words.ts');
    await workbench.removeFile('tool.ts');
    expect((await kept('my-tools'))?.pack.files).toEqual({ 'tool.ts': 'one' });
  });

  it('is had again as it was, and what it was before that, too', async () => {
    const { workbench } = somePacks();
    await workbench.begin({ 'main.ts': 'one' });
    const write = async (text: string, ms: number): Promise<void> => {
      workbench.type('main.ts', text);
      await workbench.save();
      await vi.advanceTimersByTimeAsync(ms);
    };
    await write('two', 1000);
    await write('three', 60_000);
    await write('four', 1000);
    const texts = async () => (await workbench.versions()).map(({ files }) => files['main.ts']);
    // Nobody saw `two` for long.
    expect(await texts()).toEqual(['three', 'one']);
    await workbench.restore({ 'main.ts': 'one' });
    expect(workbench.store.getState()).toMatchObject({ files: { 'main.ts': 'one' }, keeping: 'kept' });
    expect(await texts()).toEqual(['four', 'three', 'one']);
    await workbench.rename('better');
    expect(await texts()).toHaveLength(3);
    await workbench.remove('better');
    await workbench.begin({ 'main.ts': 'new' }, 'better');
    expect(await texts()).toEqual([]);
  });

  it('is shown as gone once it is', async () => {
    const { workbench, packs, kept } = somePacks();
    await workbench.begin({ 'main.ts': 'one' });
    const { remove } = packs;
    const shown: (string | undefined)[] = [];
    packs.remove = async (name) => {
      await remove(name);
      shown.push(workbench.store.getState().chosen);
    };
    await workbench.remove('my-tools');
    expect(shown).toEqual(['my-tools']);
    expect(workbench.store.getState()).toMatchObject({ chosen: undefined, packs: [] });
    expect(await kept('my-tools')).toBeUndefined();
  });

  it('is not let go of where another tab writes while it gets a new name', async () => {
    const { workbench, packs, store, elsewhere } = somePacks();
    await workbench.begin({ 'main.ts': 'one' });
    const end = await workbench.follow();
    packs.rename = async (from, to) => {
      await elsewhere(async () => undefined);
      return store.rename(from, to);
    };
    await workbench.rename('better');
    const { chosen, packs: listed, keeping } = workbench.store.getState();
    expect([chosen, listed?.map(({ pack }) => pack.name), keeping]).toEqual(['better', ['better'], 'kept']);
    end();
  });

  it('follows another tab, but not over what is typed here', async () => {
    const { workbench, store, elsewhere, kept } = somePacks();
    await workbench.begin({ 'main.ts': 'one' });
    const end = await workbench.follow();
    const other = await kept('my-tools');
    if (!other) throw new Error('It was kept.');
    await elsewhere(() =>
      store.change('my-tools', () => ({ ...other, pack: { ...other.pack, files: { 'main.ts': 'two' } }, on: true })),
    );
    expect(workbench.store.getState()).toMatchObject({ files: { 'main.ts': 'two' }, packs: [{ on: true }] });
    workbench.type('main.ts', 'mine');
    await elsewhere(() => store.remove('my-tools'));
    expect(workbench.store.getState()).toMatchObject({ chosen: 'my-tools', files: { 'main.ts': 'mine' } });
    await workbench.save();
    expect((await kept('my-tools'))?.pack.files).toEqual({ 'main.ts': 'mine' });
    await elsewhere(() => store.remove('my-tools'));
    expect(workbench.store.getState()).toMatchObject({ chosen: undefined, packs: [] });
    end();
    await elsewhere(() => store.change('my-tools', () => other));
    expect(workbench.store.getState().packs).toEqual([]);
  });

  it('keeps what another tab wrote while its check ran', async () => {
    const { workbench, packs, store, kept } = somePacks();
    await workbench.begin({ 'main.ts': 'one' });
    const { check } = packs;
    packs.check = async (pack, ...rest) => {
      await store.change('my-tools', (now) => now && { ...now, pack: { ...now.pack, files: { 'main.ts': 'theirs' } } });
      return check(pack, ...rest);
    };
    workbench.type('main.ts', 'two');
    await workbench.save();
    expect(await kept('my-tools')).toMatchObject({
      pack: { files: { 'main.ts': 'theirs' } },
      compiled: { program: 'one' },
    });
  });

  it('is switched on in one tab while it is typed in another', async () => {
    const { workbench, packs, kept } = somePacks();
    await workbench.begin({ 'main.ts': 'one' });
    const other = createWorkbench(async () => packs, NO_TYPES);
    await other.load();
    workbench.type('main.ts', 'two');
    await other.switchOn(true);
    await workbench.save();
    expect(await kept('my-tools')).toMatchObject({ on: true, pack: { files: { 'main.ts': 'two' } } });
    expect(workbench.store.getState()).toMatchObject({ keeping: 'kept', packs: [{ on: true }] });
  });

  it.each(['mine', 'theirs'] as const)('typed in two tabs at once loses nothing where %s is taken', async (whose) => {
    const { workbench, packs, kept } = somePacks();
    await workbench.begin({ 'main.ts': 'one' });
    const other = createWorkbench(async () => packs, NO_TYPES);
    await other.load();
    workbench.type('main.ts', 'mine');
    other.type('main.ts', 'theirs');
    await Promise.all([other.save(), workbench.save()]);
    expect(other.store.getState().keeping).toBe('kept');
    expect(workbench.store.getState()).toMatchObject({
      keeping: 'refused',
      files: { 'main.ts': 'mine' },
      theirs: { 'main.ts': 'theirs' },
    });
    expect(await workbench.rename('better')).toContain('First choose');
    await workbench.settle();
    await workbench.take(whose);
    expect(workbench.store.getState()).toMatchObject({
      keeping: 'kept',
      theirs: undefined,
      files: { 'main.ts': whose },
    });
    expect((await kept('my-tools'))?.pack.files).toEqual({ 'main.ts': whose });
    const versions = (await workbench.versions()).map(({ files }) => files['main.ts']);
    expect(versions).toContain(whose === 'mine' ? 'theirs' : 'mine');
    expect(new Set(versions).size).toBe(versions.length);
    // Both go on from there.
    workbench.type('main.ts', 'more');
    await workbench.save();
    expect(workbench.store.getState().keeping).toBe('kept');
  });

  it('typed alike in two tabs is no conflict, and one that is taken back elsewhere is none any more', async () => {
    const { workbench, packs, store, elsewhere, kept } = somePacks();
    await workbench.begin({ 'main.ts': 'one' });
    const end = await workbench.follow();
    const write = (text: string) =>
      elsewhere(() =>
        store.change('my-tools', (now) => now && { ...now, pack: { ...now.pack, files: { 'main.ts': text } } }),
      );
    workbench.type('main.ts', 'same');
    await write('same');
    await workbench.save();
    expect(workbench.store.getState().keeping).toBe('kept');
    workbench.type('main.ts', 'mine');
    await write('theirs');
    await workbench.save();
    await write('again');
    expect(workbench.store.getState()).toMatchObject({ keeping: 'refused', theirs: { 'main.ts': 'again' } });
    await write('same');
    await vi.waitFor(() => expect(workbench.store.getState()).toMatchObject({ keeping: 'kept', theirs: undefined }), {
      timeout: 60_000,
    });
    expect((await kept('my-tools'))?.pack.files).toEqual({ 'main.ts': 'mine' });
    end();
    const second = createWorkbench(async () => packs, NO_TYPES);
    await second.begin({ 'main.ts': 'x' });
    expect(second.store.getState().chosen).toBe('my-tools-2');
    expect(await second.rename('my-tools')).toContain('There is a pack called my-tools');
    expect(second.store.getState().chosen).toBe('my-tools-2');
    await store.remove('my-tools-2');
    expect(await second.rename('better')).toContain('is gone');
  });

  it('that is deleted is gone for good, and what was typed with it', async () => {
    const { workbench, kept } = somePacks();
    await workbench.begin({ 'main.ts': 'one' });
    workbench.type('main.ts', 'more');
    await workbench.remove('my-tools');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await kept('my-tools')).toBeUndefined();
    expect(workbench.store.getState()).toMatchObject({ packs: [], chosen: undefined, keeping: 'kept' });
  });

  it('is kept before another one is chosen; the last one is opened again', async () => {
    const { workbench, packs, kept } = somePacks();
    await workbench.begin({ 'main.ts': 'one' }, 'a');
    await vi.advanceTimersByTimeAsync(5);
    await workbench.begin({ 'main.ts': 'two' }, 'b');
    workbench.type('main.ts', 'typed');
    await workbench.choose('a');
    expect((await kept('b'))?.pack.files).toEqual({ 'main.ts': 'typed' });
    const again = createWorkbench(async () => packs, NO_TYPES);
    await again.load();
    expect(again.store.getState()).toMatchObject({ chosen: 'b', files: { 'main.ts': 'typed' } });
  });
});

it('something happens when all is quiet, and at the latest after a while', () => {
  const work = vi.fn();
  const quiet = whenQuiet(work, { quietMs: 100, mostMs: 250 });
  for (let at = 0; at < 6; at++) {
    quiet.note();
    vi.advanceTimersByTime(60);
  }
  expect(work).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1000);
  expect(work).toHaveBeenCalledTimes(2);
  quiet.note();
  quiet.cancel();
  vi.advanceTimersByTime(1000);
  expect(work).toHaveBeenCalledTimes(2);
});
