import { TOLD_EVENTS, TraceEntrySchema } from '@/lib/protocol';
import type { KeyValue } from '@/lib/stores';
import { z } from 'zod';
import type { HookNotice } from './tool-state';

/** Notices that are kept of a thread, of what hooks were told and of the others each; the oldest go first. */
const KEPT = 200;

const NoticesSchema = z.array(
  TraceEntrySchema.extend({
    id: z.string(),
    event: z.enum(['UserPromptSubmit', 'Stop', ...TOLD_EVENTS]),
    prompt: z.string().optional(),
    messageId: z.string().optional(),
  }),
);

/** What hooks made of the present thread's prompts and ends, and of what they were told; kept in this browser. */
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
      list = withRoom([...list, ...notices]);
      save();
      onChange();
    },
    async load(threadId) {
      owner = threadId;
      list = [];
      const stored = NoticesSchema.safeParse(await table.get(keyOf(threadId)));
      if (owner !== threadId) return;
      const meanwhile = list;
      list = withRoom([...(stored.success ? stored.data : []), ...meanwhile]);
      if (meanwhile.length > 0) save();
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

/** What hooks were told never pushes out the others: those say how often hooks made an agent go on. */
function withRoom(list: readonly HookNotice[]): readonly HookNotice[] {
  const isTold = ({ event }: HookNotice) => event !== 'UserPromptSubmit' && event !== 'Stop';
  const [told, others] = [list.filter(isTold), list.filter((notice) => !isTold(notice))];
  const spare = new Set([...told.slice(0, -KEPT), ...others.slice(0, -KEPT)]);
  return spare.size === 0 ? list : list.filter((notice) => !spare.has(notice));
}
