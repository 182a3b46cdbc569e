'use client';

import type { CallView, ClientState } from '@/lib/client/state';
import { useEffect } from 'react';
import { usePage } from './page-context';
import { diffTab, isOfCall, previewTab, type Ui } from './ui';

/** Shows what the agent does as it does it, until a person looks at something else. */
export function useFollow(): void {
  const { client, ui } = usePage();
  useEffect(
    () =>
      client.store.subscribe((state, before) => {
        if (!ui.getState().follow || state.calls === before.calls) return;
        const call = latestChange(state, before);
        if (!call) return;
        const shown = ui.getState();
        showInPanes(
          call,
          isHeld(state, shown.selectedCall, call) ? { ...shown, selectCall: () => {}, showDetail: () => {} } : shown,
        );
      }),
    [client, ui],
  );
  usePreviews();
}

/** Shows what a call would change while it waits for a person, and no longer. */
function usePreviews(): void {
  const { client, ui } = usePage();
  useEffect(
    () =>
      client.store.subscribe(({ approvals }, before) => {
        if (approvals === before.approvals) return;
        const { openTab, closeTab, follow } = ui.getState();
        const waiting = new Set(approvals.map(({ callId }) => callId));
        for (const { callId, preview } of before.approvals) {
          if (preview && !waiting.has(callId)) closeTab(previewTab(callId, preview.path).id);
        }
        const [first] = approvals;
        if (follow && first?.preview && first !== before.approvals[0])
          openTab(previewTab(first.callId, first.preview.path), true);
      }),
    [client, ui],
  );
}

/** The last call whose state or result is new since `before`; a result may come after the state that announces it. */
export function latestChange(state: ClientState, before: ClientState): CallView | undefined {
  const known = new Map(before.calls.map((call) => [call.id, call]));
  return state.calls.findLast((call) => {
    const then = known.get(call.id);
    return then?.phase !== call.phase || (then.result === undefined && call.result !== undefined);
  });
}

/**
 * Whether the issues of a refused call stay in view when something becomes of another one: until a newer one has issues of
 * its own, they are what matters. What other calls change is shown in the editor all the same.
 */
export function isHeld({ calls }: ClientState, selected: string | null, call: CallView): boolean {
  const refused = calls.findIndex(({ id, issues }) => id === selected && issues.length > 0);
  if (refused < 0 || call.id === selected) return false;
  return call.issues.length === 0 || calls.indexOf(call) < refused;
}

/** Brings up the pane that has most to say about a call in its present state; one that a person chose stays. */
export function showInPanes(call: CallView, ui: Pick<Ui, 'detail' | 'selectCall' | 'showDetail' | 'openTab'>): void {
  const { phase, kind, diff, id } = call;
  if (phase === 'streaming' || phase === 'complete') return;
  ui.selectCall(id);
  if (isOfCall(ui.detail)) {
    if (phase === 'invalid' || call.issues.length > 0) ui.showDetail('issues');
    else if (phase === 'failed' || phase === 'denied' || (kind === 'execute' && phase !== 'awaiting-approval'))
      ui.showDetail('result');
  }
  if (phase === 'succeeded' && diff) ui.openTab(diffTab(id, diff.path), true);
}
