import { emptyThread } from '@/lib/protocol';
import { expect, it } from 'vitest';
import { agentView } from '../../fixtures/agent-view';
import { callView } from '../../fixtures/call-view';
import { agentSpans } from './agent-spans';

it('gives each agent a lane, in which its turns and calls stand', () => {
  const turn = {
    runId: 'r',
    stop: 'end',
    model: 'm',
    inputTokens: 1,
    outputTokens: 1,
    cachedInputTokens: 0,
    cost: 0,
    startedAt: 100,
    endedAt: 200,
  };
  const calls = [callView({ id: 'agent-1/c1', timings: { queuedAt: 200, startedAt: 200, endedAt: 230 } })];
  const agents = [
    agentView({ name: 'mole', thread: { ...emptyThread, turns: [turn] }, calls }),
    agentView({ id: 'agent-2' }),
  ];
  expect(agentSpans(agents, 300)).toEqual([
    expect.objectContaining({ lane: '› mole', title: 'mole: Turn 1, m', state: 'model', start: 100, end: 200 }),
    expect.objectContaining({
      lane: '› mole',
      title: 'mole: Read src/cart.ts',
      callId: 'agent-1/c1',
      start: 200,
      end: 230,
    }),
  ]);
});
