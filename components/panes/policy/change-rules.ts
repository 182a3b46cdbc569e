import type { Client, SavedRule } from '@/lib/client/state';
import type { PermissionRule } from '@/lib/tools/permissions';

export type Behavior = SavedRule['behavior'];

/** Puts a rule in another's place. */
export function replaceRule(client: Client, before: SavedRule, after: PermissionRule): void {
  if (before.behavior === after.behavior && before.rule === after.rule) return;
  client.removeRule(before, before.scope);
  client.addRule(after, before.scope);
}

/** Lets a thread's rule hold in every thread. */
export function keepEverywhere(client: Client, rule: SavedRule): void {
  client.removeRule(rule, rule.scope);
  client.addRule(rule, 'everywhere');
}
