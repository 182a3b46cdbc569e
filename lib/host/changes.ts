import type { FileDiff } from '@/lib/protocol';
import type { CallView, ThreadChange } from './state';

interface CallDiff {
  callId: string;
  diff: FileDiff;
}

/**
 * What a whole thread did to each file, in the order the files were first touched: from the first `before` to the last
 * `after`. A file that ends as it began is no change.
 */
export function threadChanges(diffs: readonly CallDiff[]): ThreadChange[] {
  const files = new Map<string, ThreadChange>();
  for (const { callId, diff } of diffs) {
    const known = files.get(diff.path);
    files.set(diff.path, known ? join(known, diff, callId) : { ...diff, callIds: [callId] });
  }
  return [...files.values()].filter((file) => file.beforeHash !== file.afterHash);
}

/** Sums up calls as they come; the same object as long as no diff is added. */
export function createThreadChanges(): (calls: readonly CallView[]) => readonly ThreadChange[] {
  let known: readonly CallDiff[] = [];
  let changes: readonly ThreadChange[] = [];
  return (calls) => {
    const diffs = calls.flatMap(({ id, diff }) => (diff ? [{ callId: id, diff }] : []));
    const same = diffs.length === known.length && diffs.every(({ diff }, index) => diff === known[index]?.diff);
    if (!same) changes = threadChanges(diffs);
    known = diffs;
    return changes;
  };
}

function join(first: ThreadChange, next: FileDiff, callId: string): ThreadChange {
  const change = kindOf(first.beforeHash, next.afterHash);
  return {
    path: first.path,
    change,
    // One after the other: together they are still a patch a person can read.
    patch: `${first.patch}${first.patch.endsWith('\n') ? '' : '\n'}${next.patch}`,
    added: first.added + next.added,
    removed: first.removed + next.removed,
    ...(first.beforeHash !== undefined && { beforeHash: first.beforeHash }),
    ...(next.afterHash !== undefined && { afterHash: next.afterHash }),
    callIds: [...first.callIds, callId],
  };
}

function kindOf(before: string | undefined, after: string | undefined): FileDiff['change'] {
  if (before === undefined) return 'create';
  return after === undefined ? 'delete' : 'modify';
}
