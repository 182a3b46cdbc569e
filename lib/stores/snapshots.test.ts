import { describe, expect, it } from 'vitest';
import { packSnapshot, unpackSnapshot, type SnapshotEntry } from '@/lib/ports/snapshot';
import { createMemoryStore, type KeyValue } from './database';
import { createTableSnapshots } from './open-snapshots';
import { KEPT_WORKSPACES } from './snapshots';

const bytes = (text: string) => new TextEncoder().encode(text);

/** Files of a sandbox that numbers what is written. */
function createTree() {
  const files = new Map<string, { text: string; version: number }>();
  let version = 0;
  return {
    write: (path: string, text: string) => void files.set(path, { text, version: ++version }),
    remove: (path: string) => void files.delete(path),
    export: (since: number) =>
      packSnapshot(
        [...files].map(([path, file]) => {
          const row = { path, type: 'file' as const, mode: 0o644, mtimeMs: 1, version: file.version };
          return file.version > since ? { ...row, data: bytes(file.text) } : { ...row, size: file.text.length };
        }),
      ),
  };
}

const textsOf = (snapshot: Uint8Array | undefined) =>
  Object.fromEntries(
    (snapshot ? unpackSnapshot(snapshot) : []).map((entry: SnapshotEntry) => [
      entry.path,
      entry.type === 'file' ? new TextDecoder().decode(entry.data) : entry.type,
    ]),
  );

function open(table: KeyValue = createMemoryStore()) {
  const written: number[] = [];
  const counting: KeyValue = {
    ...table,
    async put(key, value) {
      if (key.endsWith('.pack') && value instanceof Uint8Array) written.push(value.length);
      await table.put(key, value);
    },
  };
  let at = 0;
  const snapshots = createTableSnapshots(counting, () => at++);
  const save = async (tree: ReturnType<typeof createTree>, name = 't') =>
    snapshots.save(name, tree.export(snapshots.since(name)));
  return { table, snapshots, written, save };
}

describe('snapshots', () => {
  it('come back as they were saved last', async () => {
    const { table, save } = open();
    const tree = createTree();
    tree.write('a', 'one');
    tree.write('b', 'two');
    await save(tree);
    tree.write('a', 'changed');
    tree.remove('b');
    await save(tree);
    const { snapshot, damaged } = await open(table).snapshots.load('t');
    expect([textsOf(snapshot), damaged]).toEqual([{ a: 'changed' }, false]);
  });

  it('write only what is new, also after they were loaded into another sandbox', async () => {
    const first = open();
    const tree = createTree();
    tree.write('large', 'x'.repeat(10_000));
    await first.save(tree);
    tree.write('small', 'y');
    await first.save(tree);
    expect(first.written).toEqual([10_000, 1]);

    const second = open(first.table);
    await second.snapshots.load('t');
    const other = createTree();
    other.write('small', 'y');
    other.write('large', 'x'.repeat(10_000));
    second.snapshots.loaded('t', other.export(Number.MAX_SAFE_INTEGER));
    other.write('new', 'zz');
    await second.save(other);
    expect(second.written).toEqual([2]);
    expect(Object.keys(textsOf((await open(first.table).snapshots.load('t')).snapshot))).toEqual([
      'small',
      'large',
      'new',
    ]);
  });

  it('write everything anew once most of what is kept is of no use', async () => {
    const { table, save, written } = open();
    const tree = createTree();
    tree.write('stays', 'x');
    for (let version = 0; version < 6; version += 1) {
      tree.write('large', String(version).repeat(5_000_000));
      await save(tree);
    }
    const kept = await table.entries('snapshot:');
    expect(kept.filter(([key]) => key.endsWith('.pack')).length).toBeLessThan(6);
    expect(written).toHaveLength(6);
    expect(textsOf((await open(table).snapshots.load('t')).snapshot).large).toBe('5'.repeat(5_000_000));
  });

  it('ask for the rest of an export that is not whole', async () => {
    const { table, snapshots } = open();
    const tree = createTree();
    tree.write('a', 'one');
    const all = tree.export(0);
    tree.write('b', 'two');
    expect(await snapshots.save('t', tree.export(1))).toBe(false);
    expect((await open(table).snapshots.load('t')).snapshot).toBeUndefined();
    expect(await snapshots.save('t', all)).toBe(true);
  });

  it.each([
    ['cut off', (value: Uint8Array) => value.slice(0, -1)],
    ['changed', (value: Uint8Array) => value.map((byte) => byte ^ 1)],
    ['empty', () => new Uint8Array()],
  ])('fall back to the last good one where a file is %s, and say so', async (_how, damage) => {
    for (const kind of ['.pack', '.tree']) {
      const { table, save } = open();
      const tree = createTree();
      tree.write('a', 'one');
      await save(tree);
      tree.write('a', 'two');
      await save(tree);
      const last = (await table.entries('snapshot:')).findLast(([key]) => key.endsWith(kind));
      if (!(last?.[1] instanceof Uint8Array)) throw new Error('There is none.');
      await table.put(last[0], damage(last[1]));
      const again = open(table);
      const { snapshot, damaged } = await again.snapshots.load('t');
      expect([textsOf(snapshot), damaged]).toEqual([{ a: 'one' }, true]);
      tree.write('a', 'three');
      await again.save(tree);
      expect(textsOf((await open(table).snapshots.load('t')).snapshot)).toEqual({ a: 'three' });
    }
  });

  it('take sandboxes that number nothing', async () => {
    const { table, snapshots } = open();
    const whole = packSnapshot([{ path: 'a', type: 'file', mode: 0o644, mtimeMs: 1, data: bytes('one') }]);
    for (let times = 0; times < 3; times += 1) await snapshots.save('t', whole);
    expect(textsOf((await open(table).snapshots.load('t')).snapshot)).toEqual({ a: 'one' });
  });

  it('forget the workspaces saved longest ago, and one that is removed', async () => {
    const { table, snapshots, save } = open();
    const tree = createTree();
    tree.write('a', 'one');
    for (let thread = 0; thread <= KEPT_WORKSPACES; thread += 1) await save(tree, `t${thread}`);
    expect((await snapshots.load('t0')).snapshot).toBeUndefined();
    expect((await snapshots.load('t1')).snapshot).toBeDefined();
    await snapshots.remove('t1');
    expect((await table.entries('')).filter(([key]) => key.includes('t1~'))).toEqual([]);
  });

  it('find the one blob that earlier versions kept', async () => {
    const table = createMemoryStore();
    await table.put('snapshot:t', packSnapshot([{ path: 'a', type: 'directory', mode: 0o755 }]));
    expect(textsOf((await open(table).snapshots.load('t')).snapshot)).toEqual({ a: 'directory' });
  });
});
