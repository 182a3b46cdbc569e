'use client';

import type { Observed } from '@/lib/ports';
import { useCallback, useSyncExternalStore } from 'react';

const NOTHING = (): void => undefined;

/** The present value of a store; undefined if there is no store. */
export function useObserved<T>(store: Observed<T> | undefined): T | undefined {
  const subscribe = useCallback((listener: () => void) => store?.subscribe(listener) ?? NOTHING, [store]);
  const read = useCallback(() => store?.value, [store]);
  return useSyncExternalStore(subscribe, read, read);
}
