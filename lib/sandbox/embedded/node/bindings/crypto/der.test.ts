import fc from 'fast-check';
import { expect, it } from 'vitest';
import { derBody, elements, inside, integer, integerIn, octets, oid, oidIn, sequence, ASN1_TAG } from './der';

it('gives numbers and bytes back', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 2048n }), fc.uint8Array({ maxLength: 300 }), (number, bytes) => {
      const [first, second] = inside(elements(sequence(integer(number), octets(bytes)))[0]);
      expect(integerIn(first)).toBe(number);
      expect([...derBody(second, ASN1_TAG.octets)]).toEqual([...bytes]);
    }),
  );
});

it.each(['1.2.840.113549.1.1.1', '2.16.840.1.101.3.4.1.42', '1.3.132.0.34', '1.3.101.112'])('gives %s back', (id) => {
  expect(oidIn(elements(oid(id))[0])).toBe(id);
});

it.each([[[0x30]], [[0x30, 5, 2, 1, 1]], [[2, 0x82, 1]]])('refuses %j, which is not whole', (bytes) => {
  expect(() => elements(Uint8Array.from(bytes))).toThrow('not whole');
});

it('refuses a value of another tag', () => {
  expect(() => integerIn(elements(octets(Uint8Array.of(1)))[0])).toThrow('missing');
});
