import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scaleOf } from './scale';

const stretch = fc
  .tuple(fc.integer({ min: 0, max: 100_000 }), fc.integer({ min: 0, max: 5000 }))
  .map(([start, length]) => ({ start, end: start + length }));

describe('scaleOf', () => {
  it('keeps the order of time and stays on the line', () => {
    fc.assert(
      fc.property(fc.array(stretch), fc.array(fc.integer({ min: -10, max: 110_000 })), (busy, times) => {
        const { at } = scaleOf(busy);
        const places = times.toSorted((a, b) => a - b).map(at);
        expect(places.every((place) => place >= 0 && place <= 1)).toBe(true);
        expect(places).toEqual(places.toSorted((a, b) => a - b));
      }),
    );
  });

  it('shows activity without gaps in proportion', () => {
    const { at, breaks } = scaleOf([
      { start: 0, end: 100 },
      { start: 100, end: 400 },
    ]);
    expect([at(0), at(100), at(400)]).toEqual([0, 0.25, 1]);
    expect(breaks).toEqual([]);
  });

  it('shortens a long gap and says by how much', () => {
    const { breaks, shown } = scaleOf([
      { start: 0, end: 100 },
      { start: 60_100, end: 60_200 },
    ]);
    expect(shown).toBe(212);
    expect(breaks.map(({ ms }) => ms)).toEqual([59_988]);
  });
});
