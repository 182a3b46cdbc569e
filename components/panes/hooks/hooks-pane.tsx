'use client';

import { lazy, Suspense } from 'react';
import { Loading, Pane } from '../../elements/pane';

const HooksView = lazy(() => import('./hooks-view'));

/** A person's own code around the calls, how often tools may be called, and the order of it all. */
export function HooksPane() {
  return (
    <Pane name="Hooks" className="h-full">
      <Suspense fallback={<Loading />}>
        <HooksView />
      </Suspense>
    </Pane>
  );
}
