'use client';

import { lazy, Suspense } from 'react';
import { Loading, Pane } from '../../elements/pane';

const StoresView = lazy(() => import('./stores-view'));

/** What agents keep: lists, plans, tasks, what they remember. */
export function StoresPane() {
  return (
    <Pane name="Stores" className="h-full">
      <Suspense fallback={<Loading />}>
        <StoresView />
      </Suspense>
    </Pane>
  );
}
