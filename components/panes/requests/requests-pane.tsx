'use client';

import { lazy, Suspense } from 'react';
import { EmptyNote, Loading, Pane } from '../../elements/pane';
import { useText } from '../../messages/use-text';
import { useClientState } from '../../state/page-context';

const RequestsView = lazy(() => import('./requests-view'));

/** What was sent to the model and what came back, as on the wire. */
export function RequestsPane() {
  const threadId = useClientState((state) => state.threadId);
  return (
    <Pane name="Requests" className="h-full">
      <Suspense fallback={<Loading />}>
        {threadId ? <RequestsView key={threadId} threadId={threadId} /> : <NoneYet />}
      </Suspense>
    </Pane>
  );
}

const NoneYet = () => <EmptyNote>{useText('requests')('empty')}</EmptyNote>;
