import { diffArrays } from 'diff';
import type { CallView } from '../executor/call-view';

/** Corresponding calls of two threads; one side is missing if only the other thread made such a call. */
interface CallPair {
  readonly left?: CallView;
  readonly right?: CallView;
}

/** With more calls than this on one side, calls are paired by position, because the cost of the search grows with both. */
const MOST = 2_000;

/**
 * Pairs the calls of two threads, in order. Two calls correspond if their tools have the same name, or if they do the same thing
 * to the same subject, as `Read` and `FileRead` of one file do.
 */
export function pairCalls(left: readonly CallView[], right: readonly CallView[]): readonly CallPair[] {
  if (Math.max(left.length, right.length) > MOST) return besides(left, right);
  const parts = diffArrays([...left], [...right], { comparator: isSameCall });
  const pairs: CallPair[] = [];
  let [i, j] = [0, 0];
  for (const [at, { added, removed, count = 0 }] of parts.entries()) {
    if (removed) {
      // Calls that one side has in place of the other's are shown next to each other.
      const instead = parts[at + 1]?.added ? (parts[at + 1]?.count ?? 0) : 0;
      pairs.push(...besides(left.slice(i, (i += count)), right.slice(j, (j += instead))));
    } else if (!added) {
      pairs.push(...besides(left.slice(i, (i += count)), right.slice(j, (j += count))));
    } else if (!parts[at - 1]?.removed) {
      pairs.push(...besides([], right.slice(j, (j += count))));
    }
  }
  return pairs;
}

const besides = (left: readonly CallView[], right: readonly CallView[]): readonly CallPair[] =>
  Array.from({ length: Math.max(left.length, right.length) }, (_, at) => ({ left: left[at], right: right[at] }));

const isSameCall = (a: CallView, b: CallView): boolean => a.name === b.name || subjectOf(a) === subjectOf(b);

/** A call's title without the tool's name; the name itself if there is nothing else. */
const subjectOf = ({ name, title }: CallView): string =>
  title.startsWith(`${name} `) ? title.slice(name.length + 1) : title;
