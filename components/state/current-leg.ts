import type { HostState } from '@/lib/host/state';

/** The id of the thread's last leg. */
export const currentLegId = (state: HostState): string | undefined => state.thread.legs.at(-1)?.runId;
