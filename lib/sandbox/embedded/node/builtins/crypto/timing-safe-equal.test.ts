import { expect, it } from 'vitest';
import fc from 'fast-check';
import { crypto, same, STRANGE, titled, views } from './testing/beside-node';

const all = [
  ...STRANGE,
  'ab',
  ...views(1, 2),
  ...views(1, 3),
  ...views(1, 2, 0),
  new ArrayBuffer(2),
  new Uint16Array([513]),
];

it.each(titled(all))('%s beside others', (_title, one) => {
  for (const other of all) same(['timingSafeEqual', one, other]);
});

it('sees each difference', () => {
  const some = fc.uint8Array({ minLength: 1 });
  fc.assert(
    fc.property(some, fc.nat(), fc.integer({ min: 1, max: 255 }), (bytes, at, flip) => {
      const other = bytes.map((byte, index) => (index === at % bytes.length ? byte ^ flip : byte));
      expect(crypto.timingSafeEqual(bytes, bytes.slice())).toBe(true);
      expect(crypto.timingSafeEqual(bytes, other)).toBe(false);
    }),
  );
});
