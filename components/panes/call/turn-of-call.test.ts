import { expect, it } from 'vitest';
import { agentView } from '../../fixtures/agent-view';
import { callView } from '../../fixtures/call-view';
import { emptyThread } from '@/lib/protocol';
import { turnOfCall } from './turn-of-call';

const turnAt = (startedAt: number) => ({
  runId: 'r',
  stop: 'tool_calls',
  model: 'm',
  inputTokens: 0,
  outputTokens: 0,
  cachedInputTokens: 0,
  cost: 0,
  startedAt,
  endedAt: startedAt + 5,
});

it.each([
  ['of the main agent', 'c1', 22, { threadId: 't', startedAt: 20 }],
  ['of a sub-agent', 'agent-1/c1', 35, { threadId: 'thread-of-agent-1', startedAt: 30 }],
  ['of a call that came before all turns', 'c1', 5, undefined],
  ['of a call that the model is still writing', 'c1', 50, undefined],
])('the turn that made a call: %s', (_, id, startedAt, turn) => {
  const call = { id: 'c1', name: 'Read', messageId: 'm', args: '', complete: true, runId: 'r', startedAt };
  const folded = { ...emptyThread, calls: { c1: call }, callOrder: ['c1'] };
  const thread = { ...folded, turns: [turnAt(10), turnAt(20), turnAt(40)] };
  const agents = [agentView({ calls: [callView({ id: 'agent-1/c1' })], thread: { ...folded, turns: [turnAt(30)] } })];
  expect(turnOfCall({ calls: [callView({ id: 'c1' })], agents, thread, threadId: 't' }, { id })).toEqual(turn);
});
