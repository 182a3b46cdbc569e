import * as nodeCrypto from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { called, crypto, perform, sameOf, STRANGE, titled, type Call } from './testing/beside-node';

const four = new Uint8Array(4);
const wrong: readonly Call[] = [
  ...[...STRANGE, -1, NaN, 2 ** 31, Infinity, '4', 'x'.repeat(40), 1.5].map((size): Call => ['randomBytes', size]),
  ['randomBytes', 3, 4],
  ['randomBytes', 3, null],
  ...[...STRANGE, 'a', 0, -1, 1.5, NaN, 2 ** 48, 2 ** 60].map((max): Call => ['randomInt', max]),
  ['randomInt', 5, 5],
  ['randomInt', 5, 4],
  ['randomInt', 0, 2 ** 48],
  ['randomInt', 2 ** 53, 2 ** 53 + 2],
  ['randomInt', undefined, 3],
  ['randomInt', 1, null],
  ['randomInt', 1, 2, 'x'],
  ...[...STRANGE, 'a'].map((target): Call => ['randomFillSync', target]),
  ...[5, -1, NaN, '1', null, 1.5].map((offset): Call => ['randomFillSync', four, offset]),
  ...[5, -1, NaN, '1', null, 2 ** 31, undefined].map((size): Call => ['randomFillSync', four, 1, size]),
  ['randomFillSync', new Uint32Array(2), 2],
  ['randomFillSync', new Uint32Array(2), 3],
  ['randomFillSync', new Uint32Array(2), 1, 2],
  ['randomFill', four],
  ['randomFill', 1, () => {}],
  ['randomFill', four, 5, () => {}],
];

it.each(titled(wrong))('%s throws as in Node, if it does', (_title, call) => {
  // What it gives is at random.
  const [ours, nodes] = [crypto, nodeCrypto].map((on) => ({ call: () => void perform(on, ...call) }));
  sameOf(ours, nodes, ['call']);
});

const isFilled = (bytes: Uint8Array) => bytes.some((byte) => byte !== 0);

describe('bytes', () => {
  it.each([0, 1, 65_536, 65_537, 200_000])('%i of them, also beyond what a browser gives at once', (size) => {
    const bytes = crypto.randomBytes(size);
    expect(bytes).toHaveLength(size);
    if (size > 99) expect(bytes && isFilled(bytes.subarray(-99))).toBe(true);
  });

  it.each([
    new Uint8Array(100),
    new Uint32Array(100),
    new ArrayBuffer(100),
    new Uint8Array(new SharedArrayBuffer(100)),
  ])('fill the part that is named, in elements: %o', (target) => {
    expect(crypto.randomFillSync(target, 20, 60)).toBe(target);
    const bytes = new Uint8Array(ArrayBuffer.isView(target) ? target.buffer : target);
    const part = (from: number, to: number) => bytes.subarray((from * bytes.length) / 100, (to * bytes.length) / 100);
    expect([part(0, 20), part(20, 80), part(80, 100)].map(isFilled)).toEqual([false, true, false]);
  });
});

describe('numbers', () => {
  it('are within their range', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.integer({ min: 1, max: 2 ** 48 - 1 }), (min, range) => {
        fc.pre(Number.isSafeInteger(min + range));
        const drawn = Number(crypto.randomInt(min, min + range));
        expect(Number.isSafeInteger(drawn) && drawn >= min && drawn < min + range).toBe(true);
      }),
    );
  });

  it('are as often one as another', () => {
    const drawn = Array.from({ length: 3000 }, () => crypto.randomInt(3));
    const counts = [0, 1, 2].map((one) => drawn.filter((number) => number === one).length);
    // Within ten standard deviations.
    for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(260);
  });
});

it('calls back what was drawn', async () => {
  expect(await called('randomBytes', 3)).toHaveLength(3);
  expect(await called('randomInt', 7, 8)).toBe(7);
  expect(await called('randomInt', 1)).toBe(0);
  const target = new Uint8Array(100);
  expect(await called('randomFill', target, 50)).toBe(target);
  expect([target.subarray(0, 50), target.subarray(50)].map(isFilled)).toEqual([false, true]);
});

it('has what a browser has, also without `crypto.` before it', () => {
  const { getRandomValues } = crypto;
  expect(isFilled(getRandomValues(new Uint8Array(32)))).toBe(true);
});
