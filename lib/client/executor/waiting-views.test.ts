import { expect, it } from 'vitest';
import { emptyThread } from '@/lib/protocol';
import type { AgentView } from '../agent-view';
import type { CallView } from '../state';
import { createWaitingViews } from './waiting-views';

const call = (id: string, phase: CallView['phase']): CallView => ({
  id,
  phase,
  name: 'AskUser',
  title: 'Ask',
  kind: 'other',
  readOnly: false,
  messageId: 'm',
  args: '{}',
  output: '',
  issues: [],
});

it('shows a call that waits for a person as one that waits, and changes nothing else', () => {
  const make = createWaitingViews();
  const agents: readonly AgentView[] = [];
  const views = (calls: readonly CallView[], waiting: readonly { callId: string }[]) =>
    make({ calls, agents }, waiting).calls;
  const calls = [call('a', 'running'), call('b', 'running'), call('c', 'succeeded')];
  expect(views(calls, [])).toBe(calls);
  const shown = views(calls, [{ callId: 'a' }, { callId: 'c' }]);
  expect(shown.map(({ phase }) => phase)).toEqual(['awaiting-approval', 'running', 'succeeded']);
  expect(shown.slice(1)).toEqual(calls.slice(1));
  // A call that waits for one of its own does, too, however deep that is; another whose id begins alike does not.
  const nested = views([call('a', 'running'), call('a1', 'running')], [{ callId: 'a.2.1' }]);
  expect(nested.map(({ phase }) => phase)).toEqual(['awaiting-approval', 'running']);
  const request = { callId: 'a' };
  const first = views(calls, [request]);
  expect(views(calls, [request])).toBe(first);
  expect(views([...calls], [request])[0]).toBe(first[0]);
});

it('shows an agent’s call that waits, the call that set the agent to work, and those around it', () => {
  const agent = (id: string, parent: string, callId: string, calls: readonly CallView[]): AgentView => ({
    id,
    parent,
    callId,
    calls,
    threadId: id,
    name: id,
    type: 'Explore',
    description: '',
    background: false,
    status: 'running',
    usage: { turns: 0, calls: 0, inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, cost: 0 },
    startedAt: 0,
    thread: emptyThread,
    live: true,
  });
  const agents = [
    agent('agent-1', 'main', 'a.1', [call('agent-1/x', 'succeeded'), call('agent-1/y', 'running')]),
    agent('agent-2', 'agent-1', 'y', [call('agent-2/z', 'running')]),
    agent('agent-3', 'main', 'b', [call('agent-3/z', 'running')]),
    // It works beside the call that began it.
    agent('agent-4', 'main', 'c', [call('agent-4/z', 'awaiting-approval')]),
  ];
  const calls = [call('a', 'running'), call('b', 'running'), call('c', 'succeeded')];
  const shown = createWaitingViews()({ calls, agents }, [{ callId: 'agent-2/z' }, { callId: 'agent-4/z' }]);
  const phases = (of: readonly CallView[]) => of.map(({ phase }) => phase);
  expect(phases(shown.calls)).toEqual(['awaiting-approval', 'running', 'succeeded']);
  expect(shown.agents.map((one) => phases(one.calls))).toEqual([
    ['succeeded', 'awaiting-approval'],
    ['awaiting-approval'],
    ['running'],
    ['awaiting-approval'],
  ]);
  expect(shown.agents[2]).toBe(agents[2]);
});
