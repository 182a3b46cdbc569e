import { describe, expect, it } from 'vitest';
import { busyStretches } from './busy';
import { GUARD_LANE } from './guard-spans';
import type { Span } from './spans';

const span = (start: number, end: number, more: Partial<Span> = {}): Span => ({
  id: `${start}`,
  lane: 'Bash',
  title: 'Bash',
  state: 'succeeded',
  start,
  end,
  ...more,
});
const inside = (...callIds: string[]) => ({ id: 'a', name: 'agent', callIds });

describe('busyStretches', () => {
  const cases: [string, Span[], [number, number][]][] = [
    [
      'no wait',
      [span(0, 5), span(7, 9)],
      [
        [0, 5],
        [7, 9],
      ],
    ],
    ['a wait', [span(0, 90, { state: 'waited' }), span(90, 95)], [[90, 95]]],
    ['an answered question', [span(0, 3), span(3, 90, { callId: 'q', asks: true })], [[0, 3]]],
    ['a person’s decision', [span(0, 90, { lane: GUARD_LANE, callId: 'c', asks: true }), span(90, 95)], [[90, 95]]],
    ['a hook that took its time', [span(0, 4, { lane: GUARD_LANE }), span(4, 4, { lane: GUARD_LANE })], [[0, 4]]],
    [
      'a wait of a call that an agent made, and what another did meanwhile',
      [
        span(0, 100, { callId: 'agent' }),
        span(10, 90, { callId: 'agent/1', state: 'waited', inside: inside('agent') }),
        span(20, 30, { callId: 'other' }),
      ],
      [
        [0, 10],
        [90, 100],
        [20, 30],
      ],
    ],
    [
      'a wait two agents deep',
      [
        span(0, 100, { callId: 'outer' }),
        span(5, 95, { callId: 'outer/inner', inside: inside('outer') }),
        span(10, 90, { callId: 'innermost', state: 'waited', inside: inside('outer/inner') }),
      ],
      [
        [0, 10],
        [90, 100],
        [5, 10],
        [90, 95],
      ],
    ],
    [
      'a wait of a nested call of an agent',
      [
        span(0, 100, { callId: 'agent' }),
        span(5, 95, { callId: 'agent/flow', inside: inside('agent') }),
        span(10, 90, { callId: 'agent/flow', state: 'waited', inside: inside('agent/flow') }),
      ],
      [
        [0, 10],
        [90, 100],
        [5, 10],
        [90, 95],
      ],
    ],
    [
      'a wait of a nested call, which is shown as one of its maker',
      [
        span(0, 100, { callId: 'flow' }),
        span(0, 100, { callId: 'flow-2' }),
        span(10, 90, { callId: 'flow', state: 'waited', inside: inside('flow', 'flow-2') }),
      ],
      [
        [0, 10],
        [90, 100],
        [0, 100],
      ],
    ],
  ];
  it.each(cases)('%s', (_, spans, expected) => {
    expect(busyStretches(spans, true).map(({ start, end }) => [start, end])).toEqual(expected);
  });

  it('has everything where waits are not folded', () => {
    expect(busyStretches([span(0, 90, { state: 'waited' })], false)).toHaveLength(1);
  });
});
