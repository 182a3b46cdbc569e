'use client';

import type { CallView, HostState } from '@/lib/host/state';
import { useEffect } from 'react';
import { usePage } from './page-context';
import { diffTab, type Ui } from './ui';

/** Shows what the agent does as it does it, until a person looks at something else. */
export function useFollow(): void {
  const { hands, ui } = usePage();
  useEffect(
    () =>
      hands.store.subscribe((state, before) => {
        if (!ui.getState().follow || state.calls === before.calls) return;
        const call = latestChange(state, before);
        if (call) show(call, ui.getState());
      }),
    [hands, ui],
  );
}

/** The last call whose state is new since `before`. */
export function latestChange(state: HostState, before: HostState): CallView | undefined {
  const known = new Map(before.calls.map((call) => [call.id, call.phase]));
  return state.calls.findLast((call) => known.get(call.id) !== call.phase);
}

/** Brings up the pane that has most to say about a call in its present state. */
export function show(call: CallView, ui: Pick<Ui, 'selectCall' | 'showDetail' | 'openTab'>): void {
  const { phase, kind, diff, id } = call;
  if (phase === 'streaming' || phase === 'complete') return;
  ui.selectCall(id);
  if (phase === 'invalid' || call.issues.length > 0) ui.showDetail('issues');
  else if (phase === 'failed' || phase === 'denied' || (kind === 'execute' && phase !== 'awaiting-approval'))
    ui.showDetail('result');
  if (phase === 'succeeded' && diff) ui.openTab(diffTab(id, diff.path), true);
}
