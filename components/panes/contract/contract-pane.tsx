'use client';

import { lazy, Suspense } from 'react';
import { Loading, Pane } from '../../elements/pane';

const ContractView = lazy(() => import('./contract-view'));

/** What a model gets for each tool, what that costs, and what a call returns to it. */
export function ContractPane() {
  return (
    <Pane name="Contract" className="h-full">
      <Suspense fallback={<Loading />}>
        <ContractView />
      </Suspense>
    </Pane>
  );
}
