import type { Host, SavedRule } from '@/lib/host/state';
import type { PermissionRule } from '@/lib/tools/permissions';

export type Behavior = SavedRule['behavior'];

/** Puts a rule in another's place. */
export function replaceRule(host: Host, before: SavedRule, after: PermissionRule): void {
  if (before.behavior === after.behavior && before.rule === after.rule) return;
  host.removeRule(before, before.scope);
  host.addRule(after, before.scope);
}

/** Lets a thread's rule hold in every thread. */
export function keepEverywhere(host: Host, rule: SavedRule): void {
  host.removeRule(rule, rule.scope);
  host.addRule(rule, 'everywhere');
}
