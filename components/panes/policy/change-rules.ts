import type { Host, HostState } from '@/lib/host/state';

export type SavedRule = HostState['rules'][number];
export type Behavior = SavedRule['behavior'];

/** Puts a rule in another's place. */
export function replaceRule(host: Host, before: SavedRule, after: SavedRule): void {
  if (before.behavior === after.behavior && before.rule === after.rule) return;
  host.removeRule(before.behavior, before.rule);
  host.addRule(after.behavior, after.rule);
}
