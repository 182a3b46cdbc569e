import type { Client, SavedRule } from '@/lib/client/state';
import type { PermissionRule } from '@/lib/tools/permissions';

export type Behavior = SavedRule['behavior'];

/** Replaces a rule with another. */
export function replaceRule(client: Client, before: SavedRule, after: PermissionRule): void {
  if (before.behavior === after.behavior && before.rule === after.rule) return;
  client.removeRule(before, before.scope);
  client.addRule(after, before.scope);
}

/** Makes a thread's rule apply in every thread. */
export function keepEverywhere(client: Client, rule: SavedRule): void {
  client.removeRule(rule, rule.scope);
  client.addRule(rule, 'everywhere');
}
