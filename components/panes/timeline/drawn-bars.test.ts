import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawnBars, drawnPart } from './drawn-bars';
import type { Span } from './spans';
import { WHOLE, panned, zoomed } from './view';

const span = (id: string, start: number, end: number, state: Span['state'] = 'succeeded'): Span => ({
  id,
  lane: 'Read',
  title: id,
  state,
  start,
  end,
});
const line = (ms: number) => (time: number) => time / ms;
const idsOf = (bars: ReturnType<typeof drawnBars>) => bars.map(({ span: { id } }) => id);

describe('what is drawn of a row', () => {
  it('is all of a few, and few of many that fall into the same place', () => {
    const row = Array.from({ length: 100_000 }, (_, index) => span(`${index}`, index, index + 0.5));
    expect(drawnBars(row.slice(0, 100), line(100), drawnPart(WHOLE))).toHaveLength(100);
    expect(drawnBars(row, line(100_000), drawnPart(WHOLE)).length).toBeLessThanOrEqual(241);
    let view = WHOLE;
    for (let steps = 0; steps < 40; steps += 1) {
      view = panned(zoomed(view, 1.3), 0.37);
      expect(drawnBars(row, line(100_000), drawnPart(view)).length).toBeLessThan(700);
    }
  });

  it('is every bar of a few, also where one lies in another', () => {
    const row = [span('hooks', 0, 16), span('permission', 4, 4), span('later', 500, 1000)];
    expect(idsOf(drawnBars(row, line(1000), drawnPart(WHOLE)))).toEqual(['hooks', 'permission', 'later']);
  });

  it('hides no state behind another, and not the bar that is kept', () => {
    const row = Array.from({ length: 1000 }, (_, index) =>
      span(`${index}`, index, index + 0.5, index === 501 ? 'failed' : 'succeeded'),
    );
    const whole = (kept?: string) => idsOf(drawnBars(row, line(1000), drawnPart(WHOLE), ({ id }) => id === kept));
    expect(whole()).toContain('501');
    const hidden = row.find(({ id }) => !whole().includes(id))?.id ?? '';
    expect(whole(hidden)).toContain(hidden);
  });

  it('has every bar of the window that is wider than its share, wherever a person zooms and moves', () => {
    const moves = fc.array(
      fc.tuple(fc.double({ min: 0.2, max: 5, noNaN: true }), fc.double({ min: -2, max: 2, noNaN: true })),
    );
    const widths = fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(moves, widths, (changes, lengths) => {
        let end = 0;
        const row = lengths.map((length, index) => span(`${index}`, end, (end += length)));
        const view = changes.reduce((now, [factor, part]) => panned(zoomed(now, factor), part), WHOLE);
        const part = drawnPart(view);
        expect(part.from).toBeLessThanOrEqual(view.from);
        expect(part.to).toBeGreaterThanOrEqual(view.from + 1 / view.zoom);
        const drawn = new Set(idsOf(drawnBars(row, line(end), part)));
        for (const { id, start, end: last } of row) {
          const inWindow = last / end >= view.from && start / end <= view.from + 1 / view.zoom;
          if (inWindow && (last - start) / end > part.least * 1.001) expect(drawn).toContain(id);
        }
      }),
    );
  });
});
