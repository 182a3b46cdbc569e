import { describe, expect, it } from 'vitest';
import type { HostState } from '@/lib/host/state';
import { fakeHost } from '../fixtures/fake-host';
import { preloadParts } from './preload';

const sandbox = (phase: HostState['sandbox']['phase']) => ({ sandbox: { phase, why: '', processes: 0 } });

/** A page whose moments of rest are counted, and parts that note when they load. */
function quietPage(phase: HostState['sandbox']['phase'], fails?: string) {
  const { store } = fakeHost(sandbox(phase));
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
  return { store, settle, stop: preloadParts(store, [part('a'), part('b'), part('c')], rest, part('hands')) };
}

describe('preloadParts', () => {
  it('loads one part after the other, each when the page rests', async () => {
    expect(await quietPage('ready').settle()).toBe('hands rest a rest b rest c');
  });

  it('waits for the sandbox, and goes on without one that failed', async () => {
    const { store, settle } = quietPage('booting');
    expect(await settle()).toBe('');
    store.setState(sandbox('failed'));
    expect(await settle()).toBe('hands rest a rest b rest c');
  });

  it('leaves the machine to the tools while they run', async () => {
    const { store, settle } = quietPage('booting');
    store.setState({ ...sandbox('ready'), status: 'tools' });
    expect(await settle()).toBe('hands');
    store.setState({ status: 'idle' });
    expect(await settle()).toBe('hands rest a rest b rest c');
  });

  it('ends at a part that fails: what fails now would fail for good', async () => {
    expect(await quietPage('ready', 'b').settle()).toBe('hands rest a rest b');
  });

  it('ends with the page', async () => {
    const { store, settle, stop } = quietPage('booting');
    stop();
    store.setState(sandbox('ready'));
    expect(await settle()).toBe('');
  });
});
