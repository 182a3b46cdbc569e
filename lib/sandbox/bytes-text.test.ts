import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decode, decodeInC, encode, TextWriter } from './bytes-text';

/** Bytes of text, of anything, and of text that was damaged. */
const bytes = fc.oneof(
  fc.uint8Array(),
  fc.string({ unit: 'grapheme' }).map((text) => new TextEncoder().encode(text)),
  fc
    .array(fc.oneof(fc.constantFrom(0x61, 0x80, 0xbf, 0xc2, 0xe0, 0xed, 0xef, 0xf0, 0xf4, 0xf5, 0xff), fc.nat(255)))
    .map((list) => Uint8Array.from(list)),
);

describe('bytes as text', () => {
  it('come back as they were', () => {
    fc.assert(
      fc.property(bytes, (all) => {
        expect([...encode(decode(all))]).toEqual([...all]);
        expect([...encode(decodeInC(all))]).toEqual([...all]);
      }),
    );
  });

  it('are what UTF-8 says, where they are UTF-8', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(decode(new TextEncoder().encode(text))).toBe(text.toWellFormed());
      }),
    );
  });

  it.each([
    ['a byte that begins nothing', [0x61, 0xff, 0x62], 'a\udcffb'],
    ['a character cut off', [0xe2, 0x82], '\udce2\udc82'],
    ['an overlong form', [0xc0, 0xaf], '\udcc0\udcaf'],
    ['a surrogate', [0xed, 0xa0, 0x80], '\udced\udca0\udc80'],
    ['a mark of byte order', [0xef, 0xbb, 0xbf, 0x61], '\ufeffa'],
  ])('keep %s', (_what, list, text) => {
    expect(decode(Uint8Array.from(list))).toBe(text);
  });

  it('may be in memory that workers share', () => {
    const shared = new Uint8Array(new SharedArrayBuffer(3));
    shared.set([0x61, 0xff, 0x62]);
    expect(decode(shared)).toBe('a\udcffb');
  });

  it('are passed on in whole characters, however they are cut', () => {
    fc.assert(
      fc.property(bytes, fc.array(fc.nat({ max: 5 })), (all, sizes) => {
        const parts: string[] = [];
        const writer = new TextWriter((text) => parts.push(text));
        let at = 0;
        for (const size of [...sizes, all.length]) {
          writer.push(all.subarray(at, at + size));
          at += size;
        }
        writer.flush();
        expect(parts.join('')).toBe(decode(all));
      }),
    );
  });
});
