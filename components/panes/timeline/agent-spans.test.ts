import { emptyThread } from '@/lib/protocol';
import { expect, it } from 'vitest';
import { agentView } from '../../fixtures/agent-view';
import { callView } from '../../fixtures/call-view';
import { textIn } from '../../messages/text';
import { agentSpans } from './agent-spans';

it('are inside the call that set the agent to work: its turns, its calls, and the calls those made', () => {
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
  const step = { id: 'c2.1', name: 'Grep', phase: 'succeeded', startedAt: 240, endedAt: 250, text: 'found' };
  const calls = [
    callView({ id: 'agent-1/c1', timings: { queuedAt: 200, startedAt: 200, endedAt: 230 } }),
    callView({
      id: 'agent-1/c2',
      name: 'WorkflowRun',
      title: 'Run audit',
      timings: { queuedAt: 230, startedAt: 230, endedAt: 260 },
      result: { success: true, text: '', details: { nested: [step] } },
    }),
  ];
  const agents = [
    agentView({ name: 'mole', thread: { ...emptyThread, turns: [turn] }, calls }),
    agentView({ id: 'agent-2' }),
  ];
  expect(agentSpans(agents, 300, textIn('en', 'timeline'))).toEqual([
    expect.objectContaining({
      lane: 'model',
      title: 'mole: Turn 1, m',
      inside: { id: 'agent-1', name: 'mole', callIds: ['call-1'] },
    }),
    expect.objectContaining({ lane: 'Read', title: 'mole: Read src/cart.ts', callId: 'agent-1/c1', start: 200 }),
    expect.objectContaining({ lane: 'WorkflowRun', title: 'mole: Run audit' }),
    expect.objectContaining({
      lane: 'Grep',
      title: 'mole: Grep, made by Run audit',
      callId: 'agent-1/c2',
      start: 240,
      end: 250,
      inside: { id: 'agent-1/WorkflowRun', name: 'calls of WorkflowRun', callIds: ['agent-1/c2'] },
    }),
  ]);
});
