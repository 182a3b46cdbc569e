'use client';

import { useMemo, useSyncExternalStore } from 'react';
import { readThreadList, storedThreadList, subscribeThreadList, type ListedThread } from './thread-list';

const storedHere = (): string => storedThreadList();

/** The current list of threads that this browser has seen; undefined on the server, which has no list. */
export function useListedThreads(): readonly ListedThread[] | undefined {
  const stored = useSyncExternalStore<string | undefined>(subscribeThreadList, storedHere, () => undefined);
  return useMemo(() => (stored === undefined ? undefined : readThreadList({ getItem: () => stored })), [stored]);
}
