import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TreeFs } from './tree-fs';

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (fs: TreeFs, path: string) => new TextDecoder().decode(fs.read(path));
const outcome = (work: () => unknown): string => {
  try {
    work();
    return 'ok';
  } catch (error) {
    return Object(error).code ?? String(error);
  }
};

/** The same calls on a plain map of paths: slow, obvious, without links. */
class Model {
  entries = new Map<string, string | null>([['/', null]]);
  private parent = (path: string) => path.slice(0, path.lastIndexOf('/')) || '/';
  private below = (path: string) => [...this.entries.keys()].filter((key) => key.startsWith(`${path}/`));

  private reach(path: string): string | undefined {
    for (let at = this.parent(path); ; at = this.parent(at)) {
      if (typeof this.entries.get(at) === 'string') return 'ENOTDIR';
      if (at === '/') break;
    }
    return this.entries.has(this.parent(path)) ? undefined : 'ENOENT';
  }

  write(path: string, data: string): string {
    const blocked = this.reach(path);
    if (blocked) return blocked;
    if (this.entries.get(path) === null) return 'EISDIR';
    this.entries.set(path, data);
    return 'ok';
  }

  mkdir(path: string): string {
    const blocked = this.reach(path);
    if (blocked) return blocked;
    if (this.entries.has(path)) return 'EEXIST';
    this.entries.set(path, null);
    return 'ok';
  }

  remove(path: string, recursive: boolean): string {
    const blocked = this.reach(path);
    if (blocked) return blocked;
    if (!this.entries.has(path)) return 'ENOENT';
    const below = this.below(path);
    if (below.length > 0 && !recursive) return 'ENOTEMPTY';
    for (const key of [path, ...below]) this.entries.delete(key);
    return 'ok';
  }

  rename(from: string, to: string): string {
    const blocked = this.reach(from) ?? this.reach(to);
    if (blocked) return blocked;
    const node = this.entries.get(from);
    if (node === undefined) return 'ENOENT';
    if (from === to) return 'ok';
    if (to.startsWith(`${from}/`)) return 'EINVAL';
    const old = this.entries.get(to);
    if (old === null && node !== null) return 'EISDIR';
    if (typeof old === 'string' && node === null) return 'ENOTDIR';
    if (old === null && this.below(to).length > 0) return 'ENOTEMPTY';
    for (const key of [from, ...this.below(from)]) {
      this.entries.set(to + key.slice(from.length), this.entries.get(key) ?? null);
      this.entries.delete(key);
    }
    return 'ok';
  }
}

const path = fc
  .array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 3 })
  .map((parts) => `/${parts.join('/')}`);
const step = fc.oneof(
  fc.record({ op: fc.constant('write' as const), path, data: fc.string({ maxLength: 5 }) }),
  fc.record({ op: fc.constant('mkdir' as const), path }),
  fc.record({ op: fc.constant('remove' as const), path, recursive: fc.boolean() }),
  fc.record({ op: fc.constant('rename' as const), path, to: path }),
);

describe('TreeFs', () => {
  it('does what a plain map of paths does', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const fs = new TreeFs(1e6);
        const model = new Model();
        for (const next of steps) {
          if (next.op === 'write') {
            expect(outcome(() => fs.write(next.path, bytes(next.data)))).toBe(model.write(next.path, next.data));
          } else if (next.op === 'mkdir') expect(outcome(() => fs.mkdir(next.path))).toBe(model.mkdir(next.path));
          else if (next.op === 'remove') {
            expect(outcome(() => fs.remove(next.path, next))).toBe(model.remove(next.path, next.recursive));
          } else expect(outcome(() => fs.rename(next.path, next.to))).toBe(model.rename(next.path, next.to));
        }
        const found = fs.paths().sort();
        expect(found).toEqual([...model.entries.keys()].filter((key) => key !== '/').sort());
        let used = 0;
        for (const key of found) {
          const data = model.entries.get(key);
          expect(fs.stat(key).type).toBe(data === null ? 'directory' : 'file');
          if (typeof data === 'string') expect(text(fs, key)).toBe(data);
          if (typeof data === 'string') used += bytes(data).length;
        }
        expect(fs.usedBytes).toBe(used);
      }),
      { numRuns: 300, seed: 7 },
    );
  });

  it('walks .. through the folder a link leads to, not through its name', () => {
    const fs = new TreeFs(1e6);
    fs.mkdir('/real/deep', { recursive: true });
    fs.write('/real/file', bytes('here'));
    fs.symlink('/real/deep', '/link');
    expect(text(fs, '/link/../file')).toBe('here');
    expect(fs.realpath('/link/..')).toBe('/real');
  });

  it('keeps a file until its last hard link is gone', () => {
    const fs = new TreeFs(1e6);
    fs.write('/a', bytes('12345'));
    fs.link('/a', '/b');
    fs.remove('/a');
    expect([text(fs, '/b'), fs.usedBytes]).toEqual(['12345', 5]);
    fs.remove('/b');
    expect(fs.usedBytes).toBe(0);
  });

  it('gives back the space of a file that another takes the name of', () => {
    const fs = new TreeFs(1e6);
    fs.write('/a', bytes('12345'));
    fs.link('/a', '/b');
    for (const [size, target] of [
      [7, '/a'],
      [6, '/b'],
    ] as const) {
      fs.write('/new', bytes('1'.repeat(size)));
      fs.rename('/new', target);
    }
    expect([fs.usedBytes, text(fs, '/a'), text(fs, '/b')]).toEqual([13, '1111111', '111111']);
  });

  it('removes folders that are deeper in one another than the stack is', () => {
    const fs = new TreeFs(10);
    fs.mkdir('/a');
    fs.write('/a/file', bytes('12345'));
    for (let depth = 0; depth < 30_000; depth++) {
      fs.mkdir('/b');
      fs.rename('/a', '/b/a');
      fs.rename('/b', '/a');
    }
    fs.remove('/a', { recursive: true });
    expect(fs.usedBytes).toBe(0);
  });

  it('refuses what does not fit and takes it again once there is room', () => {
    const fs = new TreeFs(10);
    fs.write('/a', bytes('12345678'));
    expect(outcome(() => fs.write('/b', bytes('123')))).toBe('ENOSPC');
    expect(outcome(() => fs.write('/a', bytes('345'), { append: true }))).toBe('ENOSPC');
    expect(fs.exists('/b')).toBe(false);
    fs.write('/a', bytes('1'));
    fs.write('/b', bytes('123'));
    expect(fs.usedBytes).toBe(4);
  });

  it('appends without losing what was read before', () => {
    const fs = new TreeFs(1e6);
    fs.write('/a', bytes(''));
    for (let at = 0; at < 100; at++) fs.write('/a', bytes(`${at};`), { append: true });
    expect(text(fs, '/a').split(';')).toHaveLength(101);
  });

  it('appends to a file that was opened, wherever it is now', () => {
    const fs = new TreeFs(1e6);
    fs.mkdir('/folder');
    fs.write('/folder/a', bytes('1'));
    const { ino } = fs.stat('/folder/a');
    fs.rename('/folder/a', '/folder/b');
    fs.writeOpen('/folder/a', bytes('2'), ino);
    fs.rename('/folder', '/moved');
    fs.writeOpen('/folder/a', bytes('3'), ino);
    expect(text(fs, '/moved/b')).toBe('123');
    fs.write('/other', bytes('other'));
    fs.rename('/other', '/moved/b');
    fs.writeOpen('/folder/a', bytes('4'), ino);
    expect(new TextDecoder().decode(fs.readNoted('/folder/a', ino))).toBe('1234');
    expect(text(fs, '/moved/b')).toBe('other');
    expect(fs.usedBytes).toBe(5);
    const before = fs.read('/moved/b');
    const { ino: other } = fs.stat('/moved/b');
    fs.writeOpen('/moved/b', bytes('TH'), other, { at: 1 });
    fs.writeOpen('/moved/b', bytes('!'), other, { at: 6 });
    expect(text(fs, '/moved/b')).toBe('oTHer\0!');
    expect([new TextDecoder().decode(before), fs.usedBytes]).toEqual(['other', 7]);
  });

  it('tells changes with the real path', () => {
    const fs = new TreeFs(1e6);
    fs.mkdir('/real');
    fs.symlink('/real', '/link');
    const seen: string[] = [];
    const stop = fs.onChange(({ type, path: changed }) => seen.push(`${type} ${changed}`));
    fs.write('/link/a', bytes('1'));
    fs.write('/link/a', bytes('2'));
    fs.rename('/link/a', '/b');
    stop();
    fs.remove('/b');
    expect(seen).toEqual(['rename /real/a', 'change /real/a', 'change /real/a', 'rename /real/a', 'rename /b']);
  });
});
