import { describe, expect, it } from 'vitest';
import type { ClientState } from '@/lib/client/state';
import { fakeClient } from '../fixtures/fake-client';
import { preloadParts } from './preload';

const sandbox = (phase: ClientState['sandbox']['phase']): Pick<ClientState, 'sandbox'> => ({
  sandbox: { phase, chosen: 'embedded', why: '', processes: 0 },
});

/** A page whose moments of rest are counted, and parts that note when they load. */
function quietPage(phase: ClientState['sandbox']['phase'], fails?: string) {
  const { store } = fakeClient(sandbox(phase));
  const seen: string[] = [];
  const part = (name: string) => async () => {
    seen.push(name);
    if (name === fails) throw new Error('the server is away');
  };
  const rest = async () => void seen.push('rest');
  const settle = async () => {
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    return seen.join(' ');
  };
  return { store, settle, stop: preloadParts(store, [part('a'), part('b'), part('c')], rest, part('client')) };
}

describe('preloadParts', () => {
  it('loads one part after the other, each when the page rests', async () => {
    expect(await quietPage('ready').settle()).toBe('client rest a rest b rest c');
  });

  it('waits for the sandbox, and goes on without one that failed', async () => {
    const { store, settle } = quietPage('booting');
    expect(await settle()).toBe('');
    store.setState(sandbox('failed'));
    expect(await settle()).toBe('client rest a rest b rest c');
  });

  it('leaves the machine to the tools while they run', async () => {
    const { store, settle } = quietPage('booting');
    store.setState({ ...sandbox('ready'), status: 'tools' });
    expect(await settle()).toBe('client');
    store.setState({ status: 'idle' });
    expect(await settle()).toBe('client rest a rest b rest c');
  });

  it('ends at a part that fails: what fails now would fail for good', async () => {
    expect(await quietPage('ready', 'b').settle()).toBe('client rest a rest b');
  });

  it('ends with the page', async () => {
    const { store, settle, stop } = quietPage('booting');
    stop();
    store.setState(sandbox('ready'));
    expect(await settle()).toBe('');
  });
});
