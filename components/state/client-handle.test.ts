import { describe, expect, it, vi } from 'vitest';
import { fakeClient } from '../fixtures/fake-client';
import { createClientHandle } from './client-handle';

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('createHostHandle', () => {
  it('shows the initial state until the client is there, then the client’s', async () => {
    const handle = createClientHandle({ mode: 'acceptEdits' });
    expect(handle.store.getState()).toMatchObject({ status: 'empty', mode: 'acceptEdits' });
    const client = fakeClient({ status: 'model' });
    handle.start(async () => client);
    await settle();
    expect(handle.store.getState().status).toBe('model');
    client.store.setState({ status: 'idle' });
    expect(handle.store.getState().status).toBe('idle');
  });

  it('does what was asked for before the client was there, once', async () => {
    const handle = createClientHandle();
    const action = vi.fn();
    handle.act(action);
    const client = fakeClient();
    handle.start(async () => client);
    await settle();
    expect(action.mock.calls).toEqual([[client]]);
  });

  it.each([
    ['PAGE_INCOMPLETE', new Error('no network')],
    ['PART_NOT_LOADED', Object.assign(new Error('Failed to load chunk'), { name: 'ChunkLoadError' })],
  ])('says that the client did not load: %s', async (code, error) => {
    const handle = createClientHandle();
    handle.start(async () => {
      throw error;
    });
    await settle();
    expect(handle.store.getState()).toMatchObject({ status: 'error', error: { code } });
  });

  it('lets go of a host that arrives too late', async () => {
    const handle = createClientHandle();
    const client = fakeClient();
    const dispose = vi.spyOn(client, 'dispose');
    handle.start(async () => client)();
    await settle();
    expect(dispose).toHaveBeenCalledOnce();
    expect(handle.loaded()).toBeUndefined();
  });
});
