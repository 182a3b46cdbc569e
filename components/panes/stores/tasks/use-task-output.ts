'use client';

import type { TaskStore } from '@/lib/ports';
import { useCallback, useSyncExternalStore } from 'react';

/** Characters of output that are shown: the newest. */
const SHOWN = 50_000;

/** What a task has put out, as it comes, at most once a frame. */
export function useTaskOutput(store: TaskStore | undefined, id: string): string {
  const subscribe = useCallback(
    (listener: () => void) => {
      let frame: number | undefined;
      const unsubscribe = store?.subscribe(() => {
        frame ??= requestAnimationFrame(() => {
          frame = undefined;
          listener();
        });
      });
      return () => {
        unsubscribe?.();
        if (frame !== undefined) cancelAnimationFrame(frame);
      };
    },
    [store],
  );
  const read = useCallback(() => (store?.output(id) ?? '').slice(-SHOWN), [store, id]);
  return useSyncExternalStore(subscribe, read, read);
}
