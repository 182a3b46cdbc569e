import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callView } from '../../fixtures/call-view';
import { lanesOf } from './lanes';
import { spansOf, type Span } from './spans';

const span = (id: string, lane: string, start: number, end: number): Span => ({
  id,
  lane,
  title: id,
  state: 'succeeded',
  start,
  end,
});

describe('lanesOf', () => {
  it('gives what ran together rows of their own, and what ran in series one row', () => {
    const lanes = lanesOf([
      span('a', 'Read', 0, 10),
      span('b', 'Read', 2, 8),
      span('c', 'Edit', 10, 12),
      span('d', 'Edit', 12, 15),
    ]);
    expect(lanes.map(({ name, rows }) => [name, rows.map((row) => row.map(({ id }) => id))])).toEqual([
      ['Read', [['a'], ['b']]],
      ['Edit', [['c', 'd']]],
    ]);
  });

  it('loses nothing and lets nothing overlap in a row', () => {
    const spans = fc.array(
      fc
        .record({ start: fc.nat(1000), length: fc.nat(200), lane: fc.constantFrom('A', 'B') })
        .map(({ start, length, lane }) => span(`${start}`, lane, start, start + length)),
    );
    fc.assert(
      fc.property(spans, (given) => {
        const rows = lanesOf(given).flatMap((lane) => lane.rows);
        expect(rows.flat()).toHaveLength(given.length);
        for (const row of rows) {
          for (const [index, next] of row.entries()) {
            expect(next.start).toBeGreaterThanOrEqual(row[index - 1]?.end ?? -Infinity);
          }
        }
      }),
    );
  });
});

describe('spansOf', () => {
  const summary = (spans: Span[]) => spans.map(({ state, start, end }) => [state, start, end]);
  it.each([
    [
      'a call that ran',
      callView({ phase: 'succeeded', timings: { queuedAt: 0, startedAt: 5, endedAt: 9 } }),
      [['succeeded', 5, 9]],
    ],
    [
      'a call that runs',
      callView({ phase: 'running', timings: { queuedAt: 0, startedAt: 5 } }),
      [['running', 5, 1000]],
    ],
    [
      'a call that waits',
      callView({ phase: 'awaiting-approval', readOnly: false, timings: { queuedAt: 100 } }),
      [['awaiting-approval', 100, 1000]],
    ],
    [
      'a call that waits for its turn',
      callView({ phase: 'complete', readOnly: false, timings: { queuedAt: 100 } }),
      [['waited', 100, 1000]],
    ],
    [
      'a call that was settled by others while it ran',
      callView({ phase: 'aborted', timings: { queuedAt: 0, startedAt: 5 }, result: { success: false, text: '' } }),
      [['aborted', 5, 5]],
    ],
    [
      'a call that waited and ran',
      callView({ phase: 'succeeded', readOnly: false, timings: { queuedAt: 0, startedAt: 500, endedAt: 510 } }),
      [
        ['waited', 0, 500],
        ['succeeded', 500, 510],
      ],
    ],
    ['a call that is being written', callView({ phase: 'streaming' }), []],
  ])('%s', (_, call, spans) => {
    expect(summary(spansOf([], [call], 1000))).toEqual(spans);
  });
});
