'use client';

import { lazy, Suspense } from 'react';
import { ErrorBoundary } from '../elements/error-boundary';
import { Loading } from '../elements/pane';
import { useText } from '../messages/use-text';
import { PageHeader } from '../panes/header/page-header';

const CompareView = lazy(() => import('../panes/compare/compare-view'));

/** The page that compares threads. It only reads them; nothing runs here. */
export function CompareScreen(props: { left: string | undefined; right: string | undefined }) {
  const text = useText('header');
  return (
    <div className="flex h-dvh flex-col">
      <PageHeader current="compare" />
      <main className="flex min-h-0 flex-1 flex-col">
        <ErrorBoundary what={text('whatCompare')}>
          <Suspense fallback={<Loading />}>
            <CompareView {...props} />
          </Suspense>
        </ErrorBoundary>
      </main>
    </div>
  );
}
