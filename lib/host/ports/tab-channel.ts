import type { TabChannel } from '@/lib/stores';

/** Tells the other tabs of this browser that something kept has changed. Undefined where a browser has no channels. */
export function openTabChannel(name: string, signal: AbortSignal): TabChannel | undefined {
  if (typeof BroadcastChannel === 'undefined') return undefined;
  const channel = new BroadcastChannel(`toolyard:${name}`);
  signal.addEventListener('abort', () => channel.close(), { once: true });
  return channel;
}
