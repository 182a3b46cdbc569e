import type { Host, HostState } from '@/lib/host/state';

export type SavedRule = HostState['rules'][number];
export type Behavior = SavedRule['behavior'];

/** Removes one rule; one of another behaviour with the same words stays. */
export function removeRule(host: Host, { behavior, rule }: SavedRule): void {
  const kept = host.store.getState().rules.filter((known) => known.rule === rule && known.behavior !== behavior);
  host.removeRule(rule);
  for (const other of kept) host.addRule(other.behavior, other.rule);
}

/** Puts a rule in another's place. */
export function replaceRule(host: Host, before: SavedRule, after: SavedRule): void {
  if (before.behavior === after.behavior && before.rule === after.rule) return;
  removeRule(host, before);
  host.addRule(after.behavior, after.rule);
}
