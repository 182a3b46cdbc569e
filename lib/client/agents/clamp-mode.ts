import type { PermissionMode } from '@/lib/protocol';

/** From the least permission to the most: each lets through at least what those before it do, and asks no more often. */
const ORDER: readonly PermissionMode[] = ['plan', 'dontAsk', 'default', 'acceptEdits', 'auto', 'bypassPermissions'];

/** The mode a sub-agent works in: the one that was asked for, but never more than its parent has at the moment. */
export function clampMode(parent: PermissionMode, wanted: PermissionMode | undefined): PermissionMode {
  if (wanted === undefined) return parent;
  return ORDER.indexOf(wanted) < ORDER.indexOf(parent) ? wanted : parent;
}
