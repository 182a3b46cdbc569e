import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ticksOf } from './ticks';
import { panned, WHOLE, zoomed } from './view';

describe('ticksOf', () => {
  it.each([
    [1000, WHOLE, [0, 200, 400, 600, 800, 1000]],
    [1300, WHOLE, [0, 500, 1000]],
    [1000, zoomed(WHOLE, 2, 1), [500, 600, 700, 800, 900, 1000]],
    [3, WHOLE, [0, 1, 2, 3]],
    [2, zoomed(WHOLE, 2, 1), [1, 2]],
    [0, WHOLE, []],
  ])('of %s ms', (shown, view, marks) => {
    expect(ticksOf(shown, view).map(({ ms }) => Math.round(ms * 1e6) / 1e6)).toEqual(marks);
  });

  it('are few, in the window, and never closer than they can be read', () => {
    const lengths = fc.double({ min: 0.01, max: 1e9, noNaN: true });
    const part = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(lengths, fc.double({ min: 1, max: 5000, noNaN: true }), part, (shown, zoom, pan) => {
        const ticks = ticksOf(shown, panned(zoomed(WHOLE, zoom), pan));
        expect(ticks.length).toBeLessThanOrEqual(7);
        expect(ticks.every(({ at }) => at > -1e-6 && at < 1 + 1e-6)).toBe(true);
      }),
    );
  });
});
