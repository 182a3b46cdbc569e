import { describe, expect, it } from 'vitest';
import { callView } from '../fixtures/call-view';
import { states } from '../fixtures/states';
import { createClientHandle } from './client-handle';
import { initialClientState } from './initial-state';
import { createUi, previewTab } from './ui';
import { followCalls, latestChange, leadBack, newestCall } from './follow-calls';

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

describe('newestCall', () => {
  const [read, edit] = [callView({ id: 'read', phase: 'running' }), callView({ id: 'edit', phase: 'invalid' })];
  it.each([
    ['of none', [], undefined],
    ['one that is older and changes later', [{ ...read, phase: 'succeeded' }, edit], 'edit'],
    ['after a refused one', [edit, read], 'read'],
    ['one that still waits for its turn', [read, callView({ id: 'later' })], 'read'],
  ] as const)('%s', (_, calls, id) => expect(newestCall({ calls })?.id).toBe(id));
});

describe('following', () => {
  it('begins again with what the call that waits would change', () => {
    const client = createClientHandle(states.approval);
    const ui = createUi({ follow: false });
    leadBack({ client, ui });
    ui.getState().setFollow(true);
    expect(ui.getState().activeTab).toBe(previewTab('edit-2', 'src/cart.ts').id);
  });

  it('shows the last call of a thread that was read, and none on the way', () => {
    const client = createClientHandle({ status: 'loading' });
    const ui = createUi();
    followCalls({ client, ui });
    const [first, last] = [callView({ id: 'first', phase: 'failed' }), callView({ id: 'last', phase: 'failed' })];
    client.store.setState({ calls: [first] });
    expect(ui.getState().selectedCall).toBeNull();
    client.store.setState({ calls: [first, last] });
    client.store.setState({ status: 'idle' });
    expect(ui.getState().selectedCall).toBe('last');
  });

  it('begins again at once where a person wants it, but not with the calls of a thread that is left', () => {
    const client = createClientHandle({ calls: [callView({ phase: 'invalid' })] });
    const ui = createUi({ detail: 'terminal' });
    leadBack({ client, ui });
    ui.getState().selectCall('earlier');
    ui.getState().showDetail('terminal');
    ui.getState().reset();
    expect(ui.getState()).toMatchObject({ follow: true, selectedCall: null, detail: 'terminal' });
    ui.getState().selectCall('earlier');
    ui.getState().setFollow(true);
    expect(ui.getState()).toMatchObject({ selectedCall: 'call-1', detail: 'call' });
  });
});
