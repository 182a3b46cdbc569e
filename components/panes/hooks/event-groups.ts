import { HOOK_EVENTS, NOTIFY_ONLY_EVENTS, type HookEvent } from '@/lib/protocol';

const told: ReadonlySet<HookEvent> = new Set(NOTIFY_ONLY_EVENTS);

/** The events, grouped by whether a hook's answer counts; `group` is the message key of the group's name. */
export const EVENT_GROUPS: readonly { group: 'groupAnswers' | 'groupTold'; events: readonly HookEvent[] }[] = [
  { group: 'groupAnswers', events: HOOK_EVENTS.filter((event) => !told.has(event)) },
  { group: 'groupTold', events: NOTIFY_ONLY_EVENTS },
];
