'use client';

import { lazy, Suspense } from 'react';
import { EmptyNote, Pane } from '../../elements/pane';
import { findCall } from '../../state/find-call';
import { useClientState, useUi } from '../../state/page-context';

const CallInspector = lazy(() => import('./call-inspector'));

/** The whole life of one call: the chosen one; without a choice, the last. */
export function CallPane() {
  const selected = useUi((ui) => ui.selectedCall);
  const call = useClientState((state) => findCall(state, selected) ?? state.calls.at(-1));
  return (
    <Pane name="Call" className="h-full">
      {call ? (
        <Suspense>
          <CallInspector call={call} />
        </Suspense>
      ) : (
        <EmptyNote>
          No tool has been called. The life of each call is shown here, from its arguments to its result.
        </EmptyNote>
      )}
    </Pane>
  );
}
