import { expect, it } from 'vitest';
import { readSnapshot } from '@/lib/ports/snapshot';
import { packTree, restoreTree } from './snapshot-tree';
import { TreeFs } from './tree-fs';

const MB = 1024 * 1024;

function open() {
  const fs = new TreeFs(512 * MB);
  fs.mkdir('/w');
  return fs;
}
const brought = (snapshot: Uint8Array) =>
  readSnapshot(snapshot).flatMap((row) => (row.type === 'file' && row.offset !== undefined ? [row.path] : []));
const newest = (snapshot: Uint8Array) =>
  Math.max(...readSnapshot(snapshot).map((row) => (row.type === 'file' ? (row.version ?? 0) : 0)));

it('leaves out what was written before', () => {
  const fs = open();
  fs.write('/w/a', new Uint8Array(3));
  fs.write('/w/b', new Uint8Array(3));
  const since = newest(packTree(fs, '/w'));
  fs.write('/w/b', new Uint8Array(4));
  fs.rename('/w/a', '/w/c');
  const next = packTree(fs, '/w', since);
  expect(brought(next)).toEqual(['b']);
  expect(readSnapshot(next).map(({ path }) => path)).toEqual(['b', 'c']);
  expect(() => restoreTree(fs, '/w', next)).toThrow(expect.objectContaining({ code: 'EINVAL' }));
  expect(fs.exists('/w/c')).toBe(true);
});

it('gives much in parts, oldest first', () => {
  const fs = open();
  for (const name of ['z', 'y', 'x']) fs.write(`/w/${name}`, new Uint8Array(40 * MB));
  const first = packTree(fs, '/w', 0);
  expect(brought(first)).toEqual(['z']);
  const { version = 0 } =
    readSnapshot(first).flatMap((row) => (row.type === 'file' && row.path === 'z' ? [row] : []))[0] ?? {};
  expect(brought(packTree(fs, '/w', version))).toEqual(['y']);
  expect(brought(packTree(fs, '/w'))).toEqual(['x', 'y', 'z']);
});
