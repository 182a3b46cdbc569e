import type { TabChannel } from '@/lib/stores';

/** Tells the other tabs of this browser that something stored has changed. Undefined if the browser has no channels. */
export function openTabChannel(name: string, signal: AbortSignal): TabChannel | undefined {
  if (typeof BroadcastChannel === 'undefined' || signal.aborted) return undefined;
  const channel = new BroadcastChannel(`toolyard:${name}`);
  signal.addEventListener('abort', () => channel.close(), { once: true });
  return {
    // Old references may still write, and a closed channel would throw.
    postMessage: (message) => signal.aborted || channel.postMessage(message),
    addEventListener: (type, listener) => channel.addEventListener(type, listener),
  };
}
