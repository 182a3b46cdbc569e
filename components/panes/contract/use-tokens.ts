'use client';

import type { PoolEntryView } from '@/lib/client/tool-state';
import { toApiTool } from '@/lib/tools/api-tool';
import { useMemo } from 'react';
import { useTokenCounter } from '../../state/use-token-figures';

/** Tokens of each tool's form by name; empty until they can be counted. */
export function useTokens(pool: readonly PoolEntryView[]): ReadonlyMap<string, number> {
  const counter = useTokenCounter();
  return useMemo(
    () => new Map(counter ? pool.map(({ name, tool }) => [name, counter.countTools([toApiTool(tool)])]) : []),
    [counter, pool],
  );
}
