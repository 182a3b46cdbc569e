import { describe, expect, it } from 'vitest';
import type { ApprovalRequest } from '@/lib/ports';
import { createApprovals } from './approvals';

const request = (callId: string): ApprovalRequest => ({
  callId,
  argsHash: 'h',
  toolName: 'Edit',
  title: 'Edit a',
  kind: 'edit',
  input: {},
  reason: 'default mode',
  suggestedRule: 'Edit',
});

describe('approvals', () => {
  it('shows what waits, and gives each request its own answer', async () => {
    const shown: string[][] = [];
    const approvals = createApprovals((waiting) => shown.push(waiting.map(({ callId }) => callId)));
    const { signal } = new AbortController();
    const first = approvals.ask(request('c1'), signal);
    const second = approvals.ask(request('c2'), signal);
    approvals.decide('c2', { behavior: 'deny', reason: 'no' });
    approvals.decide('nobody', { behavior: 'allow' });
    approvals.decide('c1', { behavior: 'allow' });
    expect(await first).toEqual({ behavior: 'allow' });
    expect(await second).toEqual({ behavior: 'deny', reason: 'no' });
    expect(shown).toEqual([['c1'], ['c1', 'c2'], ['c1'], []]);
  });

  it.each([
    ['before it is asked', true],
    ['while it waits', false],
  ])('rejects with the reason when the call is aborted %s', async (_when, before) => {
    let shown: readonly ApprovalRequest[] = [];
    const approvals = createApprovals((waiting) => (shown = waiting));
    const abort = new AbortController();
    if (before) abort.abort(new Error('stopped'));
    const asked = approvals.ask(request('c1'), abort.signal);
    if (!before) abort.abort(new Error('stopped'));
    await expect(asked).rejects.toThrow('stopped');
    expect(shown).toEqual([]);
  });
});
