import type { UserMessage } from '@ag-ui/core';
import { emptyThread, type FoldedCall, type FoldedRun, type ThreadState } from '@/lib/protocol';
import { expect, it } from 'vitest';
import { reduceSession } from './session-reducer';
import { newSession, type SessionEffect, type SessionState } from './session-state';

const say = (id: string): UserMessage => ({ id, role: 'user', content: id });
const call: FoldedCall = { id: 'c1', name: 'Look', messageId: 'm1', args: '{}', complete: true, runId: 'r1' };

const after = (status: FoldedRun['status'], ...calls: FoldedCall[]): ThreadState => ({
  ...emptyThread,
  runs: [{ runId: 'r1', status }],
  calls: Object.fromEntries(calls.map((made) => [made.id, made])),
  callOrder: calls.map(({ id }) => id),
});
const mail = (wake: boolean): Partial<SessionState> => ({ mail: { waiting: [say('l1')], wake } });
const outbox = [say('hello')];
const answer: SessionEffect = { do: 'answer', calls: [call], gained: 'free' };

it.each<[string, ThreadState, Partial<SessionState>, SessionEffect?]>([
  ['nothing was said yet', emptyThread, {}],
  ['the person says the first word', emptyThread, { outbox }, { do: 'deliver', said: outbox }],
  ['a run is live', after('live', call), { outbox }],
  ['calls wait', after('success', call), { witnessed: 'r1' }, answer],
  ['calls wait, but the person spoke', after('success', call), { outbox }, { do: 'deliver', said: outbox }],
  ['calls wait, and inbox messages', after('success', call), mail(true), answer],
  ['a run failed', after('error', call), mail(true)],
  ['a run failed, and the person spoke', after('error'), { outbox }, { do: 'deliver', said: outbox }],
  ['an inbox message wakes the agent', after('success'), mail(true), { do: 'deliver', said: [] }],
  ['an inbox message that may not wake it', after('success'), mail(false)],
  ['a guard ended the run', after('interrupt'), { ...mail(true), witnessed: 'r1' }],
  ['the agent is done before our eyes', after('success'), { witnessed: 'r1' }, { do: 'ask' }],
  ['it was done when this tab came', after('success'), {}],
])('%s', (_, thread, standing, effect) => {
  const [state, effects] = reduceSession({ ...newSession, executor: 'mine', thread, ...standing }, { type: 'look' });
  expect(effects).toEqual(effect ? [effect] : []);
  if (thread.runs[0]?.status === 'live') expect(state.witnessed).toBe('r1');
});
