import type { UserMessage } from '@ag-ui/core';
import { emptyThread, type FoldedCall, type FoldedRun, type ThreadState } from '@/lib/protocol';
import { expect, it } from 'vitest';
import type { Inbox } from './inbox';
import { nextStep, type ThreadStanding } from './next-action';

const say = (id: string): UserMessage => ({ id, role: 'user', content: id });
const call: FoldedCall = { id: 'c1', name: 'Look', messageId: 'm1', args: '{}', complete: true, runId: 'r1' };

const after = (status: FoldedRun['status'], ...calls: FoldedCall[]): ThreadState => ({
  ...emptyThread,
  runs: [{ runId: 'r1', status }],
  calls: Object.fromEntries(calls.map((made) => [made.id, made])),
  callOrder: calls.map(({ id }) => id),
});
const post = (wake: boolean, ...waiting: UserMessage[]): Inbox => ({
  waiting: () => waiting,
  delivered: () => undefined,
  wake: () => wake,
  missing: () => false,
  come: () => Promise.resolve(),
});
const said = [say('hello')];

it.each<[string, ThreadState, Partial<ThreadStanding>, ReturnType<typeof nextStep>]>([
  ['nothing was said yet', emptyThread, {}, { do: 'nothing' }],
  ['the person says the first word', emptyThread, { outbox: said }, { do: 'deliver', said }],
  ['a run is live', after('live', call), { outbox: said }, { do: 'watch', runId: 'r1' }],
  ['calls wait', after('success', call), { witnessed: 'r1' }, { do: 'answer', calls: [call] }],
  ['calls wait, but the person spoke', after('success', call), { outbox: said }, { do: 'deliver', said }],
  [
    'calls wait, and letters',
    after('success', call),
    { inbox: post(true, say('l1')) },
    { do: 'answer', calls: [call] },
  ],
  ['a run failed', after('error', call), { inbox: post(true, say('l1')) }, { do: 'nothing' }],
  ['a run failed, and the person spoke', after('error'), { outbox: said }, { do: 'deliver', said }],
  ['a letter wakes the agent', after('success'), { inbox: post(true, say('l1')) }, { do: 'deliver', said: [] }],
  ['a letter that may not wake it', after('success'), { inbox: post(false, say('l1')) }, { do: 'nothing' }],
  ['a guard ended the run', after('interrupt'), { inbox: post(true, say('l1')), witnessed: 'r1' }, { do: 'nothing' }],
  ['the agent is done before our eyes', after('success'), { witnessed: 'r1' }, { do: 'ask' }],
  ['it was done when this tab came', after('success'), {}, { do: 'nothing' }],
])('%s', (_, thread, standing, step) => {
  expect(nextStep({ thread, outbox: [], inbox: post(true), witnessed: undefined, ...standing })).toEqual(step);
});
