'use client';

import dynamic from 'next/dynamic';
import { EmptyNote, Pane } from '../../elements/pane';
import { useHostState } from '../../state/page-context';

const EventList = dynamic(() => import('./event-list'), { ssr: false });

/** The thread's log, event by event, as it crosses the wire. */
export function EventsPane() {
  const threadId = useHostState((state) => state.threadId);
  return (
    <Pane name="Events" className="h-full">
      {threadId ? <EventList key={threadId} /> : <EmptyNote>No event has been logged.</EmptyNote>}
    </Pane>
  );
}
