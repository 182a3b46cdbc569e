import { TraceEntrySchema } from '@/lib/protocol';
import type { KeyValue } from '@/lib/stores';
import { z } from 'zod';
import type { HookNotice } from './tool-state';

/** Notices that are kept of a thread; the oldest go first. */
const KEPT = 200;

const NoticesSchema = z.array(
  TraceEntrySchema.extend({
    id: z.string(),
    event: z.enum(['UserPromptSubmit', 'Stop']),
    prompt: z.string().optional(),
    messageId: z.string().optional(),
  }),
);

/** What hooks made of the present thread's prompts and ends; kept in this browser. */
export interface HookNotices {
  /** A new list whenever some are added. */
  readonly list: readonly HookNotice[];
  add(notices: readonly HookNotice[]): void;
  /** Takes up what was kept for a thread. */
  load(threadId: string): Promise<void>;
  /** From now on they belong to this thread, those made before it began too. */
  keepFor(threadId: string): void;
  forget(): void;
}

export function createHookNotices(table: KeyValue, onChange: () => void): HookNotices {
  let owner: string | undefined;
  let list: readonly HookNotice[] = [];
  const keyOf = (threadId: string) => `notices:${threadId}`;
  const save = () => {
    if (owner !== undefined && list.length > 0) void table.put(keyOf(owner), list);
  };
  return {
    get list() {
      return list;
    },
    add(notices) {
      if (notices.length === 0) return;
      list = [...list, ...notices].slice(-KEPT);
      save();
      onChange();
    },
    async load(threadId) {
      owner = threadId;
      const stored = NoticesSchema.safeParse(await table.get(keyOf(threadId)));
      if (owner !== threadId) return;
      list = [...(stored.success ? stored.data : []), ...list].slice(-KEPT);
      onChange();
    },
    keepFor(threadId) {
      owner = threadId;
      save();
    },
    forget() {
      owner = undefined;
      list = [];
    },
  };
}
