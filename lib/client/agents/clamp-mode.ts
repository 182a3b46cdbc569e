import type { PermissionMode } from '@/lib/protocol';

/** From least to most permission: each mode allows at least what those before it allow, and asks no more often. */
const ORDER: readonly PermissionMode[] = ['plan', 'dontAsk', 'default', 'acceptEdits', 'auto', 'bypassPermissions'];

/** The mode a sub-agent works in: the requested one, but never more than its parent's current mode. */
export function clampMode(parent: PermissionMode, wanted: PermissionMode | undefined): PermissionMode {
  if (wanted === undefined) return parent;
  return ORDER.indexOf(wanted) < ORDER.indexOf(parent) ? wanted : parent;
}
