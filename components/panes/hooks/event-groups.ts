import { HOOK_EVENTS, TOLD_EVENTS, type HookEvent } from '@/lib/protocol';

const told: ReadonlySet<HookEvent> = new Set(TOLD_EVENTS);

/** The events by whether a hook's answer counts. */
export const EVENT_GROUPS: readonly { group: string; events: readonly HookEvent[] }[] = [
  { group: 'Its answer counts', events: HOOK_EVENTS.filter((event) => !told.has(event)) },
  { group: 'It is only told', events: TOLD_EVENTS },
];
