import { FileDiffSchema, type FileDiff } from '@/lib/protocol';
import type { KeyValue } from '@/lib/stores';
import { z } from 'zod';

const PersonChangeSchema = z.object({
  /** How many changes calls had made before it. */
  after: z.number().int().nonnegative(),
  /** Left out if the person reset every file to its mounted state. */
  diff: FileDiffSchema.optional(),
  /** The calls whose programs made it; left out if a person did. */
  callIds: z.array(z.string()).optional(),
});
/** A change to the files that no call's result tells, and its place among those that are told: a person's, or a program's. */
export type PersonChange = z.infer<typeof PersonChangeSchema>;

/** A person's own changes to the current thread's files, and those of programs; kept in this browser. */
export interface PersonChanges {
  /** A new list whenever one is added. */
  readonly list: readonly PersonChange[];
  add(change: PersonChange): Promise<void>;
  /** Adds what programs did. What they do to a file again and again is one change. */
  note(diffs: readonly FileDiff[], by: Pick<PersonChange, 'after' | 'callIds'>): Promise<void>;
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
    async note(diffs, by) {
      if (diffs.length === 0) return;
      become(withPrograms(changes.list, diffs, by));
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

/** The changes that a call made beside the one that its result tells: of a folder that it moved, no file is one by itself. */
export const untold = (diffs: readonly FileDiff[], told: FileDiff | undefined): FileDiff[] =>
  diffs.filter(
    ({ path, from }) => path !== told?.path && path !== told?.from && !(told && from && isMovedBy(told, path, from)),
  );

/** Whether a file came to its path as its folder was moved. */
const isMovedBy = ({ from: folder, path: to }: FileDiff, path: string, from: string): boolean =>
  folder !== undefined && from.startsWith(`${folder}/`) && path === `${to}${from.slice(folder.length)}`;

/** Adds what programs did. What they do to a file again and again is one change: they may never rest. */
function withPrograms(
  list: readonly PersonChange[],
  diffs: readonly FileDiff[],
  by: Pick<PersonChange, 'after' | 'callIds'>,
): readonly PersonChange[] {
  const next = [...list];
  const reset = list.findLastIndex(({ diff }) => diff === undefined);
  for (const diff of diffs) {
    const index = next.findLastIndex((known) => known.diff?.path === diff.path);
    const known = next[index];
    const goesOn =
      index > reset && known?.after === by.after && !known.callIds === !by.callIds && !diff.from && !known.diff?.from;
    if (!known?.diff || !goesOn) next.push({ ...by, diff });
    else {
      const callIds = by.callIds && [...new Set([...(known.callIds ?? []), ...by.callIds])];
      next[index] = { ...by, ...(callIds && { callIds }), diff: summedUp(known.diff, diff) };
    }
  }
  return next;
}

/** Two changes of a file as one; both texts are in the blobs, so the newer patch will do. */
function summedUp({ beforeHash, added, removed }: FileDiff, { beforeHash: _between, ...next }: FileDiff): FileDiff {
  return {
    ...next,
    change: beforeHash === undefined ? 'create' : next.afterHash === undefined ? 'delete' : 'modify',
    added: added + next.added,
    removed: removed + next.removed,
    ...(beforeHash !== undefined && { beforeHash }),
  };
}
