import { describe, expect, it, vi } from 'vitest';
import { fakeHost } from '../fixtures/fake-host';
import { createHostHandle } from './host-handle';

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('createHostHandle', () => {
  it('shows the initial state until the host is there, then the host’s', async () => {
    const hands = createHostHandle({ mode: 'acceptEdits' });
    expect(hands.store.getState()).toMatchObject({ status: 'empty', mode: 'acceptEdits' });
    const host = fakeHost({ status: 'model' });
    hands.start(async () => host);
    await settle();
    expect(hands.store.getState().status).toBe('model');
    host.store.setState({ status: 'idle' });
    expect(hands.store.getState().status).toBe('idle');
  });

  it('does what was asked for before the host was there, once', async () => {
    const hands = createHostHandle();
    const action = vi.fn();
    hands.act(action);
    const host = fakeHost();
    hands.start(async () => host);
    await settle();
    expect(action.mock.calls).toEqual([[host]]);
  });

  it('says that the host did not load', async () => {
    const hands = createHostHandle();
    hands.start(async () => {
      throw new Error('no network');
    });
    await settle();
    expect(hands.store.getState()).toMatchObject({ status: 'error', error: { code: 'PAGE_INCOMPLETE' } });
  });

  it('lets go of a host that arrives too late', async () => {
    const hands = createHostHandle();
    const host = fakeHost();
    const dispose = vi.spyOn(host, 'dispose');
    hands.start(async () => host)();
    await settle();
    expect(dispose).toHaveBeenCalledOnce();
    expect(hands.host()).toBeUndefined();
  });
});
