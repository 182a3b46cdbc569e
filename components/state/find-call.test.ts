import { describe, expect, it } from 'vitest';
import { agentView } from '../fixtures/agent-view';
import { callView } from '../fixtures/call-view';
import { callNumber, faultyCalls, findCall } from './find-call';

const state = {
  calls: [callView({ id: 'c1' }), callView({ id: 'c2' })],
  agents: [agentView({ name: 'mole', calls: [callView({ id: 'agent-1/c1', name: 'Grep' })] })],
};

it('calls at fault are counted whoever made them', () => {
  const issue = { path: '$.a', expected: 'string', received: '1', message: 'Give a string.' } as const;
  const faulty = callView({ id: 'agent-1/c1', issues: [issue] });
  const agents = [agentView({ calls: [callView({ id: 'agent-1/c2' }), faulty] })];
  const own = callView({ id: 'c1', issues: [issue, issue] });
  expect(faultyCalls({ calls: [callView({ id: 'c2' }), own], agents })).toEqual([own, faulty]);
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
