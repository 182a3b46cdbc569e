import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packSnapshot, unpackSnapshot, type SnapshotEntry } from './snapshot';

const part = fc.stringMatching(/^[a-zä.]{1,6}$/).filter((name) => name !== '.' && name !== '..');
const path = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'));
const entry = fc.oneof(
  fc.record({ path, type: fc.constant('directory' as const), mode: fc.integer({ min: 0, max: 0o777 }) }),
  fc.record({ path, type: fc.constant('symlink' as const), target: fc.string() }),
  fc.record({
    path,
    type: fc.constant('file' as const),
    mode: fc.constant(0o644),
    mtimeMs: fc.integer({ min: 0 }),
    data: fc.uint8Array(),
  }),
);

describe('snapshots', () => {
  it('come back as they were packed', () => {
    fc.assert(
      fc.property(fc.array(entry), (entries: SnapshotEntry[]) => {
        expect(unpackSnapshot(packSnapshot(entries))).toEqual(entries);
      }),
      { seed: 3 },
    );
  });

  const good = packSnapshot([{ path: 'a', type: 'file', mode: 0o644, mtimeMs: 1, data: new Uint8Array([1, 2, 3]) }]);
  it.each([
    ['empty', new Uint8Array()],
    ['of another format', new Uint8Array(20)],
    ['cut off', good.slice(0, -1)],
    ['cut off in the index', good.slice(0, 12)],
    ['with more behind it', new Uint8Array([...good, 0])],
    ['leading out of the folder', packSnapshot([{ path: '../a', type: 'directory', mode: 0 }])],
    ['with an absolute path', packSnapshot([{ path: '/a', type: 'directory', mode: 0 }])],
  ])('are refused when %s', (_, snapshot) => {
    expect(() => unpackSnapshot(snapshot)).toThrow(expect.objectContaining({ code: 'EINVAL' }));
  });
});
