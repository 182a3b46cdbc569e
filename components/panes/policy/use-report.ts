'use client';

import type { PermissionReport } from '@/lib/client/executor/tool-state';
import { useEffect, useState } from 'react';
import { useAct, useClientState } from '../../state/page-context';
import type { DraftCall } from '../../state/ui';

/** What the rules say of a call; asked anew whenever mode, rules or folders change. */
export function useReport(start: DraftCall | null): {
  dryRun: (call: DraftCall) => void;
  judged: DraftCall | null;
  report: PermissionReport | null;
} {
  const act = useAct();
  const mode = useClientState((state) => state.mode);
  const rules = useClientState((state) => state.rules);
  const settings = useClientState((state) => state.toolSettings);
  const [judged, setJudged] = useState(start);
  const [report, setReport] = useState<PermissionReport | null>(null);
  useEffect(() => {
    if (!judged) return undefined;
    let over = false;
    act(async (client) => {
      const next = await client.dryRun(judged);
      if (!over) setReport(next);
    });
    return () => {
      over = true;
    };
  }, [act, judged, mode, rules, settings]);
  return { dryRun: setJudged, judged, report };
}
