'use client';

import { useEffect } from 'react';
import { usePage } from './page-context';

/** Keeps the list of this browser's threads, and what stood in the editor of each. */
export function useThreadList(): void {
  const page = usePage();
  useEffect(() => {
    let over = false;
    let end = (): void => {};
    void import('./thread-list').then(
      ({ persistThreadList }) => {
        if (!over) end = persistThreadList(page, localStorage);
      },
      () => {
        // The list is a courtesy: the page goes on without it.
      },
    );
    return () => {
      over = true;
      end();
    };
  }, [page]);
}
