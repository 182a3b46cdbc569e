'use client';

import { lazy, Suspense } from 'react';
import { Loading, Pane } from '../../elements/pane';

const HooksView = lazy(() => import('./hooks-view'));

/** A person's own code around calls, rate limits for tools, and the order of the pipeline. */
export function HooksPane() {
  return (
    <Pane name="Hooks" className="h-full">
      <Suspense fallback={<Loading />}>
        <HooksView />
      </Suspense>
    </Pane>
  );
}
