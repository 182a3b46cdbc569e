import type { TabChannel } from '@/lib/stores';

/** Tells the other tabs of this browser that something kept has changed. Undefined where a browser has no channels. */
export function openTabChannel(name: string, signal: AbortSignal): TabChannel | undefined {
  if (typeof BroadcastChannel === 'undefined' || signal.aborted) return undefined;
  const channel = new BroadcastChannel(`toolyard:${name}`);
  signal.addEventListener('abort', () => channel.close(), { once: true });
  return {
    // What is left behind may write once more; a closed channel would throw.
    postMessage: (message) => signal.aborted || channel.postMessage(message),
    addEventListener: (type, listener) => channel.addEventListener(type, listener),
  };
}
