import { expect, it } from 'vitest';
import { Space } from './space';

it('a file without a name counts for nothing, however it grows and shrinks', () => {
  const space = new Space(100);
  const kept = space.create(new Uint8Array(10), '/f', undefined);
  const gone = space.create(new Uint8Array(20), '/g', undefined);
  kept.links = gone.links = 1;
  space.release(gone);
  space.replace(gone, new Uint8Array(50), '/g');
  space.writeAt(gone, new Uint8Array(5), 70, '/g');
  space.append(gone, new Uint8Array(5), '/g');
  space.replace(gone, new Uint8Array(1), '/g');
  expect(space.used).toBe(10);
  space.writeAt(kept, new Uint8Array(5), 20, '/f');
  expect(space.used).toBe(25);
});

it('what does not fit is refused before it takes memory, and changes nothing', () => {
  const space = new Space(100);
  const file = space.create(new Uint8Array(10), '/f', undefined);
  file.links = 1;
  expect(() => space.writeAt(file, new Uint8Array(1), 2 ** 40, '/f')).toThrow('ENOSPC');
  space.release(file);
  expect(() => space.writeAt(file, new Uint8Array(1), 2 ** 40, '/f')).toThrow('ENOSPC');
  expect([file.size, space.used]).toEqual([10, 0]);
});
