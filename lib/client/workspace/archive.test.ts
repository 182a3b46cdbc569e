import type { SnapshotEntry } from '@/lib/ports/snapshot';
import { strToU8, zipSync } from 'fflate';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { importedEntries, entriesOfZip, snapshotZip, type OutsideFile } from './archive';

const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());
const text = (data: string, mode = 0): Pick<OutsideFile, 'data' | 'mode' | 'mtimeMs'> => ({
  data: strToU8(data),
  mode,
  mtimeMs: 1_700_000_000_000,
});
const LINK = { os: 3, attrs: (0o120_777 << 16) >>> 0 };

describe('a project goes out as a zip archive and comes back', () => {
  const name = fc.stringMatching(/^[a-z][a-z .-]{0,6}[a-z]$/);
  const file = fc.record({
    path: fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/')),
    data: fc.uint8Array({ maxLength: 200 }),
    mode: fc.constantFrom(0o644, 0o755, 0o600),
  });

  it('with its permissions', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(file, { minLength: 1, maxLength: 8, selector: ({ path }) => path }),
        async (all) => {
          const files = all.filter(({ path }) => !all.some((other) => other.path.startsWith(`${path}/`)));
          const entries = files.map((one): SnapshotEntry => ({ ...one, type: 'file', mtimeMs: 1_700_000_000_000 }));
          const back = entriesOfZip(await bytesOf(await snapshotZip(entries, 'project')));
          expect(back.ok).toBe(true);
          if (!back.ok) return;
          // A folder that everything is in is taken for the project's own.
          const found = new Map(back.entries.flatMap((one) => (one.type === 'file' ? [[one.path, one] as const] : [])));
          expect(found.size).toBe(files.length);
          for (const { path, data, mode } of files) {
            const one = found.get(path);
            expect(one && { data: [...one.data], mode: one.mode }).toEqual({ data: [...data], mode });
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('with links, empty folders and files older than archives can say', async () => {
    const entries: SnapshotEntry[] = [
      { path: 'empty', type: 'directory', mode: 0o755 },
      { path: 'old', type: 'file', mode: 0o644, mtimeMs: 0, data: strToU8('old') },
      { path: 'to-old', type: 'symlink', target: 'old' },
    ];
    const back = entriesOfZip(await bytesOf(await snapshotZip(entries, 'p')));
    expect(back.ok && back.entries.map(({ path, type }) => `${type} ${path}`)).toEqual([
      'directory empty',
      'file old',
      'symlink to-old',
    ]);
  });
});

describe('what cannot become a project is refused', () => {
  it.each([
    ['no archive', strToU8('hello'), 'NOT_A_ZIP'],
    ['nothing', new Uint8Array(), 'NOT_A_ZIP'],
    ['a path that leads out', zipSync({ 'a/../../x': strToU8('x') }), 'OUTSIDE'],
    ['a path from the root', zipSync({ '/etc/passwd': strToU8('x') }), 'OUTSIDE'],
    ['a path of Windows', zipSync({ 'C:\\x': strToU8('x') }), 'OUTSIDE'],
    ['a way out with other slashes', zipSync({ 'a\\..\\..\\x': strToU8('x') }), 'OUTSIDE'],
    ['a file below a link', zipSync({ a: [strToU8('/etc'), LINK], 'a/passwd': strToU8('x') }), 'OUTSIDE'],
    ['folders alone', zipSync({ 'a/': new Uint8Array() }), 'EMPTY'],
  ])('%s', (_, archive, fault) => {
    expect(entriesOfZip(archive)).toMatchObject({ ok: false, fault });
  });

  /** An archive of one file whose entry in the list at the end says something else. */
  const saying = (change: (list: DataView<ArrayBuffer>) => void): Uint8Array => {
    const archive = new Uint8Array(zipSync({ a: strToU8('x') }));
    const at = archive.findIndex(
      (byte, index) => byte === 0x50 && archive[index + 2] === 1 && archive[index + 3] === 2,
    );
    change(new DataView(archive.buffer, at));
    return archive;
  };

  it('an encrypted archive', () => {
    const archive = saying((list) => list.setUint16(8, 1, true));
    expect(entriesOfZip(archive)).toMatchObject({ ok: false, fault: 'ENCRYPTED', name: 'a' });
  });

  it('more than the page can hold, before it is unpacked', () => {
    const archive = saying((list) => list.setUint32(24, 300_000_000, true));
    expect(entriesOfZip(archive)).toMatchObject({ ok: false, fault: 'TOO_LARGE' });
  });
});

describe('files from a folder', () => {
  it.each([
    ['a folder around all of them goes', ['shop/a', 'shop/src/b'], ['directory src', 'file a', 'file src/b']],
    ['one that is around some stays', ['a', 'src/b'], ['directory src', 'file a', 'file src/b']],
    ['a file alone keeps its name', ['a'], ['file a']],
  ])('%s', (_, names, found) => {
    const imported = importedEntries(names.map((name) => ({ name, ...text('x') })));
    expect(imported.ok && imported.entries.map(({ type, path }) => `${type} ${path}`)).toEqual(found);
  });

  it('a script can be run', () => {
    const imported = importedEntries([
      { name: 'run', ...text('#!/bin/sh\n') },
      { name: 'b', ...text('b') },
    ]);
    expect(imported.ok && imported.entries.map((one) => 'mode' in one && one.mode)).toEqual([0o755, 0o644]);
  });
});
