import { FileDiffSchema } from '@/lib/protocol';
import type { KeyValue } from '@/lib/stores';
import { z } from 'zod';

const PersonChangeSchema = z.object({
  /** How many changes calls had made before it. */
  after: z.number().int().nonnegative(),
  /** Left out where the person put every file back to how it was mounted. */
  diff: FileDiffSchema.optional(),
});
/** What a person did to the files themselves, and where among the calls' changes it belongs. */
export type PersonChange = z.infer<typeof PersonChangeSchema>;

/** A person's own changes to the present thread's files; kept in this browser. */
export interface PersonChanges {
  /** A new list whenever one is added. */
  readonly list: readonly PersonChange[];
  add(change: PersonChange): Promise<void>;
  /** From now on they belong to this thread, those made before it began too. */
  keepFor(threadId: string): Promise<void>;
  /** Takes up what was kept for a thread. */
  load(threadId: string): Promise<void>;
  /** The files are nobody's any more. */
  forget(): void;
}

export function createPersonChanges(table: KeyValue, onChange: () => void): PersonChanges {
  let owner: string | undefined;
  let list: readonly PersonChange[] = [];
  const keyOf = (threadId: string) => `own:${threadId}`;
  const save = async () => {
    if (owner !== undefined) await table.put(keyOf(owner), list);
  };
  const become = (next: readonly PersonChange[]) => {
    list = next;
    onChange();
  };
  return {
    get list() {
      return list;
    },
    async add(change) {
      become([...list, change]);
      await save();
    },
    async keepFor(threadId) {
      owner = threadId;
      if (list.length > 0) await save();
    },
    async load(threadId) {
      owner = threadId;
      const stored = z.array(PersonChangeSchema).safeParse(await table.get(keyOf(threadId)));
      if (owner === threadId) become(stored.success ? stored.data : []);
    },
    forget() {
      owner = undefined;
      become([]);
    },
  };
}
