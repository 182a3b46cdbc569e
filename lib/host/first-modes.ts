import { PermissionModeSchema, type PermissionMode } from '@/lib/protocol';
import type { KeyValue } from '@/lib/stores';

/** The mode in which each thread began, kept in this browser: tools and persons change it on the way. */
export interface FirstModes {
  keep(threadId: string, mode: PermissionMode): Promise<void>;
  /** Undefined where the thread did not begin in this browser. */
  of(threadId: string): Promise<PermissionMode | undefined>;
}

export function createFirstModes(table: KeyValue): FirstModes {
  const keyOf = (threadId: string) => `first-mode:${threadId}`;
  return {
    keep: (threadId, mode) => table.put(keyOf(threadId), mode),
    of: async (threadId) => PermissionModeSchema.safeParse(await table.get(keyOf(threadId))).data,
  };
}
