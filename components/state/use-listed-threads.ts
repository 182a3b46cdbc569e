'use client';

import { useMemo, useSyncExternalStore } from 'react';
import { readThreadList, storedThreadList, subscribeThreadList, type ListedThread } from './thread-list';

const storedHere = (): string => storedThreadList();

/** The threads this browser has seen, as they are now; undefined on the server, which has no list of them. */
export function useListedThreads(): readonly ListedThread[] | undefined {
  const stored = useSyncExternalStore<string | undefined>(subscribeThreadList, storedHere, () => undefined);
  return useMemo(() => (stored === undefined ? undefined : readThreadList({ getItem: () => stored })), [stored]);
}
