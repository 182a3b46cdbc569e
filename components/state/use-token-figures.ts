'use client';

import type { TokenFigures, TokenCounter } from '@/lib/discovery';
import { useEffect, useMemo, useState } from 'react';
import { useClientState, usePage } from './page-context';
import { addFigures, countedOf } from './token-figures';

const NONE: readonly string[] = [];

/**
 * The cost of the present pool in each request, for each kind of discovery. Built-in tools were counted on the server; only a
 * pool with other tools is counted here. Undefined until the count is done.
 */
export function useTokenFigures(): TokenFigures | undefined {
  const { catalogue } = usePage();
  const pool = useClientState((state) => state.pool);
  const active = useClientState((state) => state.thread.active) ?? NONE;
  const known = useMemo(() => {
    const builtin = pool.every(({ source }) => source === 'builtin');
    const names = pool.length > 0 ? pool.filter(({ enabled }) => enabled).map(({ name }) => name) : undefined;
    const counted = builtin ? countedOf(names ?? catalogue.tools.map(({ name }) => name), catalogue) : undefined;
    return counted && addFigures(counted, active, catalogue.indexTokens);
  }, [pool, active, catalogue]);

  const counter = useTokenCounter(known === undefined);
  const [counted, setCounted] = useState<TokenFigures>();
  useEffect(() => {
    if (known || !counter) return undefined;
    let over = false;
    void Promise.all([import('@/lib/discovery'), import('@/lib/tools/api-tool')])
      .then(([{ tokenFigures }, { toApiTool }]) => {
        const forms = pool.filter(({ enabled }) => enabled).map(({ tool }) => toApiTool(tool));
        if (!over) setCounted(tokenFigures(counter, forms, active));
      })
      .catch(() => undefined);
    return () => {
      over = true;
    };
  }, [known, counter, pool, active]);
  return known ?? counted;
}

/**
 * A token counter for the chosen model; undefined while it loads, and if it cannot be loaded. It is 2 MB, so ask for it only if
 * somebody looks at figures.
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
