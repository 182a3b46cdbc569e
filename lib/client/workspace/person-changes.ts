import { FileDiffSchema } from '@/lib/protocol';
import type { KeyValue } from '@/lib/stores';
import { z } from 'zod';

const PersonChangeSchema = z.object({
  /** How many changes calls had made before it. */
  after: z.number().int().nonnegative(),
  /** Left out if the person reset every file to its mounted state. */
  diff: FileDiffSchema.optional(),
});
/** A change that a person made to the files themselves, and its place among the calls' changes. */
export type PersonChange = z.infer<typeof PersonChangeSchema>;

/** A person's own changes to the current thread's files; kept in this browser. */
export interface PersonChanges {
  /** A new list whenever one is added. */
  readonly list: readonly PersonChange[];
  add(change: PersonChange): Promise<void>;
  /** From now on they belong to this thread, including those from before it began. */
  keepFor(threadId: string): Promise<void>;
  /** Loads the stored changes of a thread. */
  load(threadId: string): Promise<void>;
  /** The files no longer belong to a thread. */
  forget(): void;
}

export function createPersonChanges(table: KeyValue, onChange: () => void): PersonChanges {
  let owner: string | undefined;
  const keyOf = (threadId: string) => `own:${threadId}`;
  const save = async () => {
    if (owner !== undefined) await table.put(keyOf(owner), changes.list);
  };
  const become = (next: readonly PersonChange[]) => {
    changes.list = next;
    onChange();
  };
  const changes: PersonChanges & { list: readonly PersonChange[] } = {
    list: [],
    async add(change) {
      become([...changes.list, change]);
      await save();
    },
    async keepFor(threadId) {
      owner = threadId;
      if (changes.list.length > 0) await save();
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
  return changes;
}
