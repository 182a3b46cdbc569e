'use client';

import type { Memory, MemoryStore } from '@/lib/ports';
import { useEffect, useState } from 'react';

/** Memories shown of one search. */
const MOST = 100;

/** What the memory gives for a query, best first; all of it without one. */
export function useRecalled(store: MemoryStore | undefined, all: readonly Memory[], query: string): readonly Memory[] {
  const [recalled, setRecalled] = useState<readonly Memory[]>([]);
  const searching = query.trim() !== '';
  useEffect(() => {
    if (!searching || !store) return undefined;
    let over = false;
    void store.recall(query, MOST).then(
      (found) => over || setRecalled(found),
      () => undefined,
    );
    return () => {
      over = true;
    };
  }, [store, all, query, searching]);
  return searching ? recalled : all;
}
