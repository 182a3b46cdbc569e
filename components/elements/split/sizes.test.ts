import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { giveSize, moveLine, type Measured } from './sizes';

const panel = (size: number, rest: Partial<Measured> = {}): Measured => ({
  size,
  min: 100,
  max: 500,
  collapsible: false,
  ...rest,
});

describe('moveLine', () => {
  it.each([
    ['moves both', panel(200), panel(300), 50, [250, 250]],
    ['stops at the least of the first', panel(200), panel(300), -150, [100, 400]],
    ['stops at the least of the second', panel(200), panel(300), 260, [400, 100]],
    ['stops at the most of the first', panel(400), panel(900, { max: 2000 }), 300, [500, 800]],
    ['stops at the most of the second', panel(200), panel(450), -90, [150, 500]],
    ['puts the first away under half of its least', panel(200, { collapsible: true }), panel(300), -151, [0, 500]],
    ['does not put it away before', panel(200, { collapsible: true }), panel(300), -149, [100, 400]],
    ['puts the second away', panel(300), panel(200, { collapsible: true }), 160, [500, 0]],
    ['brings back what was put away', panel(0, { collapsible: true }), panel(500), 60, [100, 400]],
    ['leaves put away what barely moves', panel(0, { collapsible: true }), panel(500), 40, [0, 500]],
  ])('%s', (_name, before, after, delta, sizes) => {
    expect(moveLine(before, after, delta)).toEqual(sizes);
  });

  it('keeps the sum, whatever is asked', () => {
    const any = fc.record({
      size: fc.nat(2000),
      min: fc.nat(300),
      max: fc.integer({ min: 300, max: 2000 }),
      collapsible: fc.boolean(),
    });
    fc.assert(
      fc.property(any, any, fc.integer({ min: -3000, max: 3000 }), (before, after, delta) => {
        const [one, two] = moveLine(before, after, delta);
        expect(one + two).toBe(before.size + after.size);
      }),
    );
  });
});

describe('giveSize', () => {
  it('takes it from the others as they share the room', () => {
    const sizes = new Map([
      ['a', 300],
      ['b', 100],
      ['c', 100],
    ]);
    expect([...giveSize(sizes, 'c', 300)]).toEqual([
      ['a', 150],
      ['b', 50],
      ['c', 300],
    ]);
  });
});
