import { type FileDiff, FileDiffSchema } from '@/lib/protocol';
import type { CallView, ThreadChange } from '../state';
import type { KeyValue } from '@/lib/stores';
import { z } from 'zod';

interface CallDiff {
  /** The call that made it; left out if a person did. */
  callId?: string;
  diff: FileDiff;
}

/**
 * What a whole thread did to each file, in the order that files were first touched: from the first `before` to the last `after`.
 * A file that ends up unchanged is left out.
 */
export function threadChanges(diffs: readonly CallDiff[]): ThreadChange[] {
  const files = new Map<string, ThreadChange>();
  for (const { callId, diff } of diffs) {
    const before = diff.from ?? diff.path;
    const known = files.get(before);
    const by = callId === undefined ? { callIds: [], saves: 1 } : { callIds: [callId] };
    const change = known ? join(known, { ...diff, ...by }) : { ...diff, ...by };
    files.delete(change.path === before ? '' : before);
    files.set(change.path, change);
  }
  return [...files.values()].filter((file) => file.beforeHash !== file.afterHash || file.from !== undefined);
}

/** A person's changes merged into those of calls. Changes from before all files were reset do not count. */
export function allDiffs(made: readonly CallDiff[], own: readonly PersonChange[]): CallDiff[] {
  const reset = own.findLast(({ diff }) => diff === undefined)?.after ?? 0;
  const since = own.slice(own.findLastIndex(({ diff }) => diff === undefined) + 1);
  return [...made.keys(), made.length]
    .slice(reset)
    .flatMap((index) => [
      ...since.flatMap(({ after, diff }) => (diff && after === index ? [{ diff }] : [])),
      ...made.slice(index, index + 1),
    ]);
}

/** Sums up calls as they come; returns the same object until a diff is added. */
export function createThreadChanges(): (
  calls: readonly CallView[],
  own?: readonly PersonChange[],
) => readonly ThreadChange[] {
  let known: readonly CallDiff[] = [];
  let knownByPerson: readonly PersonChange[] = NONE;
  let changes: readonly ThreadChange[] = [];
  return (calls, own = NONE) => {
    const diffs = diffsOf(calls);
    const same =
      own === knownByPerson &&
      diffs.length === known.length &&
      diffs.every(({ diff }, index) => diff === known[index]?.diff);
    if (!same) changes = threadChanges(allDiffs(diffs, own));
    known = diffs;
    knownByPerson = own;
    return changes;
  };
}

const NONE: readonly PersonChange[] = [];

/** The diffs of calls, in call order. */
export const diffsOf = (calls: readonly CallView[]): { callId: string; diff: FileDiff }[] =>
  calls.flatMap(({ id, diff }) => (diff ? [{ callId: id, diff }] : []));

function join(first: ThreadChange, next: ThreadChange): ThreadChange {
  const change = kindOf(first.beforeHash, next.afterHash);
  const saves = (first.saves ?? 0) + (next.saves ?? 0);
  const origin = first.from ?? first.path;
  const moved = change === 'modify' && origin !== next.path;
  return {
    // A deleted file is listed under its path at the start of the thread.
    path: change === 'delete' ? origin : next.path,
    ...(moved && { from: origin }),
    change: moved ? 'move' : change,
    // Concatenated, patches are still readable for people.
    patch: `${first.patch}${first.patch.endsWith('\n') ? '' : '\n'}${next.patch}`,
    added: first.added + next.added,
    removed: first.removed + next.removed,
    ...(first.beforeHash !== undefined && { beforeHash: first.beforeHash }),
    ...(next.afterHash !== undefined && { afterHash: next.afterHash }),
    callIds: [...first.callIds, ...next.callIds],
    ...(saves > 0 && { saves }),
  };
}

function kindOf(before: string | undefined, after: string | undefined): FileDiff['change'] {
  if (before === undefined) return 'create';
  return after === undefined ? 'delete' : 'modify';
}

const PersonChangeSchema = z.object({
  /** How many changes calls had made before it. */
  after: z.number().int().nonnegative(),
  /** Left out if the person reset every file to its mounted state. */
  diff: FileDiffSchema.optional(),
});
/** A change that a person made to the files themselves, and its place among the calls' changes. */
type PersonChange = z.infer<typeof PersonChangeSchema>;

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
