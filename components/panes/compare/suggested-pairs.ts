import type { ListedThread } from '../../state/thread-list';

export interface ThreadPair {
  left: ListedThread;
  right: ListedThread;
}

/** More would be a list to search, not a suggestion. */
const MOST = 4;

/**
 * Pairs of threads worth comparing, newest first: each thread with the previous one that began with the same text. The older
 * one is on the left. If one side is already chosen, it is in every pair. If no two threads began alike: the two newest.
 */
export function suggestedPairs(threads: readonly ListedThread[], chosen?: string): readonly ThreadPair[] {
  const newest = threads.toSorted((a, b) => b.at - a.at);
  const fixed = newest.find(({ id }) => id === chosen);
  if (fixed) {
    const others = newest.filter((thread) => thread !== fixed);
    const alike = others.filter(({ title }) => title === fixed.title);
    return (alike.length > 0 ? alike : others).slice(0, MOST).map((other) => ordered(fixed, other));
  }
  const pairs = newest.flatMap((right, index) => {
    const left = newest.slice(index + 1).find(({ title }) => title === right.title);
    return left ? [{ left, right }] : [];
  });
  const [last, beforeLast] = newest;
  if (pairs.length === 0 && last && beforeLast) return [{ left: beforeLast, right: last }];
  return pairs.slice(0, MOST);
}

const ordered = (a: ListedThread, b: ListedThread): ThreadPair =>
  a.at <= b.at ? { left: a, right: b } : { left: b, right: a };
