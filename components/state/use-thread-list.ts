'use client';

import { useEffect } from 'react';
import { usePage } from './page-context';

/** Stores the list of this browser's threads, and each thread's editor tabs. */
export function useThreadList(): void {
  const page = usePage();
  useEffect(() => {
    let over = false;
    let end = (): void => {};
    void import('./thread-list').then(
      ({ listStorage, persistThreadList }) => {
        if (!over) end = persistThreadList(page, listStorage);
      },
      () => {
        // The list is a convenience: the page works without it.
      },
    );
    return () => {
      over = true;
      end();
    };
  }, [page]);
}
