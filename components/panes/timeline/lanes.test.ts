import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callView } from '../../fixtures/call-view';
import { lanesOf } from './lanes';
import { textIn } from '../../messages/text';
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

  describe('what went on inside calls', () => {
    const inside = (id: string, callId: string) => ({ id, name: `in ${id}`, callIds: [callId] });
    const spans: Span[] = [
      span('t', 'model', 0, 1),
      { ...span('c1', 'Agent', 1, 9), callId: 'c1' },
      span('g', 'Edit', 10, 11),
      { ...span('a:t', 'model', 1, 2), inside: inside('a', 'c1') },
      { ...span('a:c1', 'Agent', 2, 8), callId: 'a/c1', inside: inside('a', 'c1') },
      { ...span('b:t', 'model', 3, 4), inside: inside('b', 'a/c1') },
      { ...span('b:r', 'Read', 4, 5), inside: inside('b', 'a/c1') },
      { ...span('x:r', 'Read', 4, 5), inside: inside('x', 'gone') },
    ];
    const shown = (...open: string[]) =>
      lanesOf(spans, 0, (id) => open.includes(id)).map(
        ({ name, depth, rows }) =>
          `${'  '.repeat(depth)}${name}: ${rows.map((row) => row.map(({ id }) => id)).join('; ')}`,
      );

    it('stands in one lane below them, until that is opened', () => {
      expect(shown()).toEqual(['model: t', 'Agent: c1', '  in a: a:t,a:c1; b:t,b:r', 'Edit: g', 'in x: x:r']);
      expect(shown('a')).toEqual([
        'model: t',
        'Agent: c1',
        '  in a: a:t',
        '    Agent: a:c1',
        '      in b: b:t,b:r',
        'Edit: g',
        'in x: x:r',
      ]);
      expect(shown('a', 'b', 'x')).toEqual([
        'model: t',
        'Agent: c1',
        '  in a: a:t',
        '    Agent: a:c1',
        '      in b: b:t',
        '        Read: b:r',
        'Edit: g',
        'in x: ',
        '  Read: x:r',
      ]);
    });
  });

  it('loses nothing and lets nothing overlap in a row', () => {
    const spans = fc.array(
      fc
        .record({
          start: fc.nat(1000),
          length: fc.nat(200),
          lane: fc.constantFrom('A', 'B', 'model'),
          callId: fc.constantFrom('1', '2', '3'),
          group: fc.constantFrom(undefined, '1', '2', '3'),
        })
        .map(({ start, length, lane, callId, group }) => ({
          ...span(`${start}`, lane, start, start + length),
          callId,
          ...(group && { inside: { id: group, name: group, callIds: [group] } }),
        })),
    );
    const open = fc.subarray(['1', '2', '3']);
    fc.assert(
      fc.property(spans, open, (given, opened) => {
        const lanes = lanesOf(given, 0, (id) => opened.includes(id));
        const rows = lanes.flatMap((lane) => lane.rows);
        expect(rows.flat()).toHaveLength(given.length);
        expect(new Set(lanes.map(({ key }) => key)).size).toBe(lanes.length);
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
    expect(summary(spansOf([], [call], 1000, textIn('en', 'timeline')))).toEqual(spans);
  });
});
