'use client';

import type { TokenCounter } from '@/lib/discovery';
import { useEffect, useState } from 'react';
import { useClientState } from './page-context';

/**
 * A counter for the chosen model's tokens; undefined while it loads, and where it cannot be had. It is 2 MB: ask for it only
 * where somebody looks at figures.
 */
export function useTokenCounter(wanted = true): TokenCounter | undefined {
  const model = useClientState((state) => state.options.modelName);
  const [counter, setCounter] = useState<TokenCounter>();
  useEffect(() => {
    if (!wanted) return undefined;
    let over = false;
    import('@/lib/discovery')
      .then(({ loadTokenCounter }) => loadTokenCounter(model))
      .then((loaded) => {
        if (!over) setCounter(loaded);
      })
      .catch(() => undefined);
    return () => {
      over = true;
    };
  }, [wanted, model]);
  return counter;
}
