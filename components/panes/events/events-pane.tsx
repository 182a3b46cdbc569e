'use client';

import { lazy, Suspense } from 'react';
import { EmptyNote, Loading, Pane } from '../../elements/pane';
import { useText } from '../../messages/use-text';
import { useClientState } from '../../state/page-context';

const EventList = lazy(() => import('./event-list'));

/** The thread's log, event by event, as it is sent over the wire. */
export function EventsPane() {
  const text = useText('panes');
  const threadId = useClientState((state) => state.threadId);
  return (
    <Pane name="Events" className="h-full">
      {threadId ? (
        <Suspense fallback={<Loading />}>
          <EventList key={threadId} />
        </Suspense>
      ) : (
        <EmptyNote>{text('noEvent')}</EmptyNote>
      )}
    </Pane>
  );
}
