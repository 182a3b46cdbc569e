import { describe, expect, it } from 'vitest';
import { agentView } from '../fixtures/agent-view';
import { callView } from '../fixtures/call-view';
import { callNumber, findCall, invalidCalls } from './find-call';

const state = {
  calls: [callView({ id: 'c1' }), callView({ id: 'c2' })],
  agents: [agentView({ name: 'mole', calls: [callView({ id: 'agent-1/c1', name: 'Grep' })] })],
};

it('invalid calls are counted whoever made them', () => {
  const invalid = callView({ id: 'agent-1/c1', phase: 'invalid' });
  const agents = [agentView({ calls: [callView({ id: 'agent-1/c2' }), invalid] })];
  const own = callView({ id: 'c1', phase: 'invalid' });
  expect(invalidCalls({ calls: [callView({ id: 'c2', phase: 'failed' }), own], agents })).toEqual([own, invalid]);
});

describe('a call by its id', () => {
  it.each([
    ['c2', 'Read', 'call 2'],
    ['agent-1/c1', 'Grep', 'call 1 of mole'],
    ['c9', undefined, 'a call'],
  ])('%s', (id, name, words) => {
    expect([findCall(state, id)?.name, callNumber(state, id)]).toEqual([name, words]);
  });
});
