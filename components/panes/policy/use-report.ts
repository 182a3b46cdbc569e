'use client';

import type { PermissionReport } from '@/lib/host/tool-state';
import { useEffect, useState } from 'react';
import { useAct, useHostState } from '../../state/page-context';
import type { DraftCall } from '../../state/ui';

/** What the rules say of a call; asked anew whenever mode, rules or folders change. */
export function useReport(start: DraftCall | null): {
  judge: (call: DraftCall) => void;
  judged: DraftCall | null;
  report: PermissionReport | null;
} {
  const act = useAct();
  const mode = useHostState((state) => state.mode);
  const rules = useHostState((state) => state.rules);
  const settings = useHostState((state) => state.toolSettings);
  const [judged, setJudged] = useState(start);
  const [report, setReport] = useState<PermissionReport | null>(null);
  useEffect(() => {
    if (!judged) return undefined;
    let over = false;
    act(async (host) => {
      const next = await host.judge(judged);
      if (!over) setReport(next);
    });
    return () => {
      over = true;
    };
  }, [act, judged, mode, rules, settings]);
  return { judge: setJudged, judged, report };
}
