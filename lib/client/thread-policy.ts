import { PermissionModeSchema, type PermissionMode } from '@/lib/protocol';
import type { KeyValue } from '@/lib/stores';
import type { PermissionRule } from '@/lib/tools/permissions';
import { z } from 'zod';
import { PermissionRuleSchema, withoutRule } from './settings/settings';

const StoredSchema = z.object({
  mode: PermissionModeSchema,
  /** The mode in which the thread started. */
  began: PermissionModeSchema,
  rules: z.array(PermissionRuleSchema),
});
type Stored = z.infer<typeof StoredSchema>;
const NO_RULES: readonly PermissionRule[] = [];

/** What a person, or a tool on their behalf, decided for the current thread only; kept in this browser. */
export interface ThreadPolicy {
  /** Undefined before there is a thread, or if its mode is not known. */
  readonly mode: PermissionMode | undefined;
  /** The mode in which the thread started; tools and people may change it later. */
  readonly began: PermissionMode | undefined;
  /** A new list whenever one is added or removed. */
  readonly rules: readonly PermissionRule[];
  /** Resolves when the stored policy of the thread is in force. */
  ready(): Promise<void>;
  /** A thread begins, in this mode. */
  begin(threadId: string, mode: PermissionMode): void;
  /** Loads the stored policy of a thread. If there is none, it begins with `mode()` and no rules. */
  load(threadId: string, mode: () => PermissionMode): Promise<void>;
  /** Called when there is no longer a thread. */
  forget(): void;
  /** False if there is no thread to set it for. */
  setMode(mode: PermissionMode): boolean;
  /** False if there is no thread to add it to. */
  addRule(rule: PermissionRule): boolean;
  removeRule(rule: PermissionRule): void;
}

export function createThreadPolicy(table: KeyValue, onChange: () => void): ThreadPolicy {
  let owner: string | undefined;
  let present: Stored | undefined;
  let ready: Promise<void> = Promise.resolve();
  const keyOf = (threadId: string) => `policy:${threadId}`;
  const become = (threadId: string | undefined, next: Stored | undefined) => {
    owner = threadId;
    present = next;
    onChange();
  };
  const change = (next: Partial<Stored>): boolean => {
    if (owner === undefined || !present) return false;
    become(owner, { ...present, ...next });
    void table.put(keyOf(owner), present);
    return true;
  };
  return {
    get mode() {
      return present?.mode;
    },
    get began() {
      return present?.began;
    },
    get rules() {
      return present?.rules ?? NO_RULES;
    },
    ready: () => ready,
    begin(threadId, mode) {
      become(threadId, { mode, began: mode, rules: [] });
      change({});
    },
    load(threadId, mode) {
      if (owner !== threadId) become(threadId, undefined);
      ready = table.get(keyOf(threadId)).then((row) => {
        const stored = StoredSchema.safeParse(row);
        if (owner !== threadId) return;
        become(threadId, stored.data ?? present ?? { mode: mode(), began: mode(), rules: [] });
      });
      return ready;
    },
    forget: () => become(undefined, undefined),
    setMode: (mode) => change({ mode }),
    addRule: (rule) => change({ rules: [...withoutRule(present?.rules ?? [], rule), rule] }),
    removeRule: (rule) => void change({ rules: withoutRule(present?.rules ?? [], rule) }),
  };
}
