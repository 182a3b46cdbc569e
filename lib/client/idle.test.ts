import { initialClientState } from '@/components/state/initial-state';
import { describe, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { onIdle, whenIdle } from './client-view';
import type { ClientState } from './state';

const open = (status: ClientState['status']) => createStore<ClientState>(() => ({ ...initialClientState, status }));

describe('idleness', () => {
  it.each(['empty', 'idle'] as const)('is there at once where the status is %s', async (status) => {
    await whenIdle(open(status), new AbortController().signal);
  });

  it('is waited for, and only where this tab has the client', async () => {
    const store = open('model');
    const idle = vi.fn();
    const waiting = whenIdle(store, new AbortController().signal).then(idle);
    store.setState({ status: 'idle', executor: 'elsewhere' });
    await Promise.resolve();
    expect(idle).not.toHaveBeenCalled();
    store.setState({ executor: 'mine' });
    await waiting;
  });

  it('is told of each time, until the signal aborts', () => {
    const store = open('model');
    const over = new AbortController();
    const listener = vi.fn();
    onIdle(store, listener, over.signal);
    for (const status of ['tools', 'idle', 'idle', 'model', 'empty'] as const) store.setState({ status });
    expect(listener).toHaveBeenCalledTimes(2);
    over.abort();
    store.setState({ status: 'model' });
    store.setState({ status: 'idle' });
    expect(listener).toHaveBeenCalledTimes(2);
  });

  it('is not waited for any longer when the signal aborts', async () => {
    const over = new AbortController();
    const waiting = whenIdle(open('model'), over.signal);
    over.abort();
    await waiting;
  });
});
