import { expect, it } from 'vitest';
import { agentView } from '../../fixtures/agent-view';
import { callView } from '../../fixtures/call-view';
import { CALL_FILTERS, listedCalls } from './call-filters';

const issue = { path: '$.a', expected: 'string', received: '1', message: 'Give a string.' } as const;
const calls = [
  callView({ id: 'a', phase: 'succeeded' }),
  callView({ id: 'b', phase: 'invalid', issues: [issue] }),
  callView({ id: 'c', phase: 'denied' }),
];
const agents = [agentView({ name: 'mole', calls: [callView({ id: 'd', phase: 'failed' })] })];

it.each([
  ['all', ['a', 'b', 'c', 'd']],
  ['issues', ['b']],
  ['failed', ['c', 'd']],
])('of all calls, %s are %j', (id, kept) => {
  const filter = CALL_FILTERS.find((known) => known.id === id);
  expect(
    listedCalls({ calls, agents })
      .filter(({ call }) => filter?.keeps(call))
      .map(({ call }) => call.id),
  ).toEqual(kept);
});

it('numbers the calls of each agent by themselves', () => {
  expect(listedCalls({ calls, agents }).map(({ number, agent }) => [number, agent])).toEqual([
    [1, undefined],
    [2, undefined],
    [3, undefined],
    [1, 'mole'],
  ]);
});
