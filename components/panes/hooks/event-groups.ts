import { HOOK_EVENTS, TOLD_EVENTS, type HookEvent } from '@/lib/protocol';

const told: ReadonlySet<HookEvent> = new Set(TOLD_EVENTS);

/** The events by whether a hook's answer counts; `group` is the key of its name. */
export const EVENT_GROUPS: readonly { group: 'groupAnswers' | 'groupTold'; events: readonly HookEvent[] }[] = [
  { group: 'groupAnswers', events: HOOK_EVENTS.filter((event) => !told.has(event)) },
  { group: 'groupTold', events: TOLD_EVENTS },
];
