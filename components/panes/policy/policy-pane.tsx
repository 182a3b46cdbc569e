'use client';

import { lazy, Suspense } from 'react';
import { Loading, Pane } from '../../elements/pane';

const PolicyView = lazy(() => import('./policy-view'));

/** What may run, who decided so, and a place to try a call against it. */
export function PolicyPane() {
  return (
    <Pane name="Policy" className="h-full">
      <Suspense fallback={<Loading />}>
        <PolicyView />
      </Suspense>
    </Pane>
  );
}
