'use client';

import type { PoolEntryView } from '@/lib/client/executor/tool-state';
import { designOf, lintTool, type Finding } from '@/lib/tools/lint';
import { useMemo } from 'react';
import { useClientState } from '../../state/page-context';

/** What lint says of a tool among all that there are. */
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
