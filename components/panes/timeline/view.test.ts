import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { panned, revealing, WHOLE, zoomed, type View } from './view';

const part = fc.double({ min: 0, max: 1, noNaN: true });
const view = fc
  .tuple(fc.double({ min: 1, max: 1000, noNaN: true }), part, part)
  .map(([factor, at, pan]): View => panned(zoomed(WHOLE, factor, at), pan));

describe('the part of the line that is shown', () => {
  it('stays on the line, however it is zoomed and moved', () => {
    fc.assert(
      fc.property(view, fc.double({ min: 0.001, max: 1000, noNaN: true }), part, (before, factor, at) => {
        const { zoom, from } = zoomed(before, factor, at);
        expect(zoom).toBeGreaterThanOrEqual(1);
        expect(from).toBeGreaterThanOrEqual(0);
        expect(from + 1 / zoom).toBeLessThanOrEqual(1 + 1e-9);
      }),
    );
  });

  it.each([0, 0.25, 1])('keeps what the pointer is on where it is: at %s of the window', (at) => {
    const before = zoomed(WHOLE, 4, 0.5);
    const after = zoomed(before, 3, at);
    expect(after.from + at / after.zoom).toBeCloseTo(before.from + at / before.zoom);
  });

  it('comes back to the whole', () => expect(zoomed(zoomed(WHOLE, 8), 1 / 8)).toEqual(WHOLE));

  it('moves to a stretch that is not seen, and stays where it is seen', () => {
    fc.assert(
      fc.property(view, part, (before, start) => {
        const { zoom, from } = revealing(before, start, start);
        expect(start).toBeGreaterThanOrEqual(from - 1e-9);
        expect(start).toBeLessThanOrEqual(from + 1 / zoom + 1e-9);
      }),
    );
    const seen = zoomed(WHOLE, 2);
    expect(revealing(seen, 0.4, 0.6)).toBe(seen);
  });
});
