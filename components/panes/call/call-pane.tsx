'use client';

import { lazy, Suspense } from 'react';
import { EmptyNote, Loading, Pane } from '../../elements/pane';
import { useText } from '../../messages/use-text';
import { findCall } from '../../state/find-call';
import { useClientState, useUi } from '../../state/page-context';

const CallInspector = lazy(() => import('./call-inspector'));

/** The whole life of one call: the selected one, or the last if none is selected. */
export function CallPane() {
  const text = useText('panes');
  const selected = useUi((ui) => ui.selectedCall);
  const call = useClientState((state) => findCall(state, selected) ?? state.calls.at(-1));
  return (
    <Pane name="Call" className="h-full">
      {call ? (
        <Suspense fallback={<Loading />}>
          <CallInspector call={call} />
        </Suspense>
      ) : (
        <EmptyNote>{text('noCall')}</EmptyNote>
      )}
    </Pane>
  );
}
