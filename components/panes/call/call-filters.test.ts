import { expect, it } from 'vitest';
import { agentView } from '../../fixtures/agent-view';
import { callView } from '../../fixtures/call-view';
import { isListed, listedCalls } from './call-filters';

const calls = [
  callView({ id: 'a', phase: 'succeeded' }),
  callView({ id: 'b', phase: 'invalid' }),
  callView({ id: 'c', phase: 'denied' }),
];
const agents = [agentView({ name: 'mole', calls: [callView({ id: 'd', phase: 'failed' })] })];

it.each([
  ['all', ['a', 'b', 'c', 'd']],
  ['invalid', ['b']],
  ['failed', ['d']],
  ['denied', ['c']],
  ['aborted', []],
] as const)('of all calls, %s are %j', (filter, kept) => {
  const listed = listedCalls({ calls, agents }).filter(({ call }) => isListed(filter, call));
  expect(listed.map(({ call }) => call.id)).toEqual(kept);
});

it('numbers the calls of each agent by themselves', () => {
  expect(listedCalls({ calls, agents }).map(({ number, agent }) => [number, agent])).toEqual([
    [1, undefined],
    [2, undefined],
    [3, undefined],
    [1, 'mole'],
  ]);
});
