import { describe, expect, it } from 'vitest';
import { callView } from '../../fixtures/call-view';
import { callGroups, groupDuration, groupTitle } from './call-groups';

const read = (id: string) => callView({ id, name: 'Read', kind: 'read', readOnly: true });
const edit = (id: string) => callView({ id, name: 'Edit', kind: 'edit', readOnly: false });
const ask = (id: string) => callView({ id, name: 'AskUser', kind: 'other', readOnly: false });
const bash = (id: string) => callView({ id, name: 'Bash', kind: 'execute', readOnly: false });

describe('callGroups', () => {
  it('splits where reading turns into writing and back, and keeps the order', () => {
    const groups = callGroups([read('1'), read('2'), edit('3'), bash('4'), read('5')]);
    expect(groups.map(({ kind, calls }) => [kind, calls.map(({ id }) => id)])).toEqual([
      ['read', ['1', '2']],
      ['write', ['3', '4']],
      ['read', ['5']],
    ]);
  });
});

describe('groupTitle', () => {
  it.each([
    [[read('1')], 'reading'],
    [[read('1'), read('2')], 'readingTogether'],
    [[edit('1'), bash('2')], 'writingInTurn'],
    [[bash('1')], 'running'],
    [[ask('1')], 'calling'],
    [[ask('1'), ask('2')], 'callingInTurn'],
    [[ask('1'), edit('2')], 'writingInTurn'],
  ])('%#: %s', (calls, title) => {
    expect(callGroups(calls).map(groupTitle)).toEqual([title]);
  });
});

describe('groupDuration', () => {
  const timed = (startedAt: number, endedAt?: number) => callView({ timings: { queuedAt: 0, startedAt, endedAt } });
  it.each([
    ['spans overlapping calls', [timed(10, 30), timed(12, 25)], 20],
    ['is unknown while one runs', [timed(10, 30), timed(12)], undefined],
    ['is unknown without calls', [], undefined],
  ])('%s', (_, calls, expected) => {
    expect(groupDuration(calls)).toBe(expected);
  });
});
