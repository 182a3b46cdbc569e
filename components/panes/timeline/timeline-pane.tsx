'use client';

import { lazy, Suspense } from 'react';
import { EmptyNote, Pane, PaneHeading } from '../../elements/pane';
import { useText } from '../../messages/use-text';
import { useClientState } from '../../state/page-context';

const TimelineView = lazy(() => import('./timeline-view'));

/** When everything happened: model turns and calls in lanes on one time line. */
export function TimelinePane() {
  const text = useText('panes');
  const empty = useClientState((state) => state.thread.turns.length === 0 && state.calls.length === 0);
  return (
    <Pane name="Timeline" className="h-full overflow-hidden bg-bg">
      {empty ? (
        <>
          <TimelineHead />
          <EmptyNote>{text('nothingTimed')}</EmptyNote>
        </>
      ) : (
        <Suspense fallback={<TimelineHead />}>
          <TimelineView />
        </Suspense>
      )}
    </Pane>
  );
}

const TimelineHead = () => (
  <div className="flex h-8 shrink-0 items-center border-b border-line bg-panel px-3">
    <PaneHeading>{useText('panes')('Timeline')}</PaneHeading>
  </div>
);
