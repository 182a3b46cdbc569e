'use client';

import type { PoolEntryView } from '@/lib/client/tool-state';
import { designOf, lintTool, type Finding } from '@/lib/tools/lint';
import { useMemo } from 'react';
import { useClientState } from '../../state/page-context';

/** Lint's findings about a tool, checked against all other tools. */
export function useFindings({ tool }: PoolEntryView): readonly Finding[] {
  const pool = useClientState((state) => state.pool);
  return useMemo(
    () =>
      lintTool(
        designOf(tool),
        pool.map((entry) => designOf(entry.tool)),
      ),
    [tool, pool],
  );
}
