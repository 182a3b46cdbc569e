import fc from 'fast-check';
import { expect, it } from 'vitest';
import { packTreeBytes, unpackTree, type TreeRow } from './packed-tree';

const row: fc.Arbitrary<TreeRow> = fc.record({
  // \udce9: a byte that is not UTF-8.
  path: fc.string({ unit: 'grapheme' }).map((name) => `/home/${name}\0\ufeff\udce9`),
  type: fc.constantFrom('file', 'directory', 'symlink'),
  size: fc.nat(),
  mtimeMs: fc.double({ min: 0, max: 1e13, noNaN: true }).map((time) => time + 0),
  version: fc.nat(),
  mode: fc.nat(0o777),
  ino: fc.nat(),
});

it('tells paths apart when bytes in the text of one are a character together', () => {
  const about = { type: 'file', size: 1, mtimeMs: 2, version: 3, mode: 4, ino: 5 } as const;
  const rows = ['/a\udcc3\udca9', '/b\udce9', '/c'].map((path) => ({ path, ...about }));
  const bytes = Uint8Array.from(packTreeBytes(rows).flatMap((piece) => [...piece]));
  expect(unpackTree(bytes).map(({ path }) => path)).toEqual(['/aé', '/b\udce9', '/c']);
});

it('gives back the rows it took, whatever their names', () => {
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      const bytes = Uint8Array.from(packTreeBytes(rows).flatMap((piece) => [...piece]));
      expect(unpackTree(bytes)).toEqual(rows);
    }),
    { seed: 9 },
  );
});
