'use client';

import type { PoolEntry } from '@/lib/host/tool-state';
import { toApiTool } from '@/lib/tools/api-tool';
import { useMemo } from 'react';

/** Characters of JSON that make a token, roughly. */
const CHARACTERS_A_TOKEN = 4;

/** Tokens of each tool's form, by name. */
export const useTokens = (pool: readonly PoolEntry[]): ReadonlyMap<string, number> =>
  useMemo(
    () =>
      new Map(
        pool.map(({ name, tool }) => [name, Math.round(JSON.stringify(toApiTool(tool)).length / CHARACTERS_A_TOKEN)]),
      ),
    [pool],
  );
