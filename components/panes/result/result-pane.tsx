'use client';

import { lazy, Suspense } from 'react';
import { EmptyNote, Pane } from '../../elements/pane';
import { findCall } from '../../state/find-call';
import { useClientState, useUi } from '../../state/page-context';

const ResultView = lazy(() => import('./result-view'));

/** What the chosen call gave, in full; without a choice, the last one. */
export function ResultPane() {
  const selected = useUi((ui) => ui.selectedCall);
  const call = useClientState((state) => findCall(state, selected) ?? state.calls.at(-1));
  return (
    <Pane name="Result" className="h-full">
      {call ? (
        <Suspense>
          <ResultView call={call} />
        </Suspense>
      ) : (
        <EmptyNote>No tool has been called.</EmptyNote>
      )}
    </Pane>
  );
}
