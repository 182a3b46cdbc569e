import { describe, expect, it, vi } from 'vitest';
import { callView } from '../fixtures/call-view';
import { initialClientState } from './initial-state';
import { createUi } from './ui';
import { isHeld, latestChange, showInPanes } from './use-follow';

const diff = { path: '/a', change: 'modify', patch: '', added: 1, removed: 1 } as const;
const issue = { path: '$', expected: 'object', received: '1', message: 'Send an object.' };

describe('latestChange', () => {
  const withCalls = (...calls: ReturnType<typeof callView>[]) => ({ ...initialClientState, calls });
  const a = callView({ id: 'a', phase: 'succeeded' });
  it.each([
    ['a new call', withCalls(a), withCalls(a, callView({ id: 'b' })), 'b'],
    ['a new state', withCalls(callView({ id: 'a', phase: 'running' })), withCalls(a), 'a'],
    ['a result after the state', withCalls(a), withCalls({ ...a, result: { success: true, text: '' } }), 'a'],
    ['more arguments only', withCalls(callView({ id: 'a' })), withCalls(callView({ id: 'a', args: '{' })), undefined],
  ])('%s', (_, before, state, id) => {
    expect(latestChange(state, before)?.id).toBe(id);
  });
});

describe('isHeld', () => {
  const result = { success: true, text: '' };
  const earlier = callView({ id: 'earlier', phase: 'succeeded', result });
  const refused = callView({ id: 'refused', phase: 'invalid', issues: [issue], result });
  const running = callView({ id: 'running', phase: 'running' });
  const settled = callView({ id: 'settled', phase: 'succeeded', result });
  const again = callView({ id: 'again', phase: 'invalid', issues: [issue], result });
  const state = { ...initialClientState, calls: [earlier, refused, running, settled, again] };
  it.each([
    ['the refused call itself', 'refused', refused, false],
    ['a later call that runs', 'refused', running, true],
    ['an earlier call', 'refused', earlier, true],
    ['a later call that is settled', 'refused', settled, true],
    ['a later call with issues of its own', 'refused', again, false],
    ['anything after a call that was not refused', 'earlier', running, false],
    ['anything while none is chosen', null, running, false],
  ])('%s', (_, selected, call, expected) => {
    expect(isHeld(state, selected, call)).toBe(expected);
  });
});

describe('show', () => {
  it.each([
    [callView({ phase: 'streaming' }), []],
    [callView({ phase: 'invalid', issues: [issue] }), ['select', 'issues']],
    [callView({ phase: 'failed' }), ['select', 'result']],
    [callView({ phase: 'running', kind: 'execute' }), ['select', 'result']],
    [callView({ phase: 'awaiting-approval', kind: 'execute' }), ['select']],
    [callView({ phase: 'succeeded', kind: 'edit', diff }), ['select', 'diff:call-1']],
    [callView({ phase: 'succeeded' }), ['select']],
  ])('%#', (call, expected) => {
    const shown: string[] = [];
    showInPanes(call, {
      detail: 'issues',
      selectCall: vi.fn(() => void shown.push('select')),
      showDetail: (detail) => void shown.push(detail),
      openTab: ({ id }) => void shown.push(id),
    });
    expect(shown).toEqual(expected);
  });

  it.each(['issues', 'result', 'terminal', 'stores'] as const)('a refused call while %s is shown', (detail) => {
    const ui = createUi({ detail });
    showInPanes(callView({ phase: 'invalid', issues: [issue] }), ui.getState());
    const stays = detail === 'terminal' || detail === 'stores';
    expect(ui.getState().detail).toBe(stays ? detail : 'issues');
  });
});
