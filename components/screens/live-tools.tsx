'use client';

import { lazy, Suspense, useEffect, useMemo } from 'react';
import { ErrorBoundary } from '../elements/error-boundary';
import { Loading } from '../elements/pane';
import { loadEditors } from '../elements/monaco';
import { PageHeader } from '../panes/header/page-header';
import { Approvals } from '../panes/conversation/approvals';
import { Asked } from '../panes/conversation/asked';
import { approvalCommands } from '../state/commands/approval';
import { PageProvider, usePage } from '../state/page-context';
import { useKeysOf } from '../state/use-shortcuts';
import { useThemeEffect } from '../state/use-theme';
import { preloadParts } from './preload';
import { useLivePage, type LivePageProps } from './use-live-page';

const loadView = () => import('../panes/tools/tools-view');
const ToolsView = lazy(loadView);

/** What this page loads while it is at rest. */
const PARTS = [loadView, () => import('../panes/conversation/approval-card'), loadEditors];

/** The page of all tools, with the real client: what is tried runs in its sandbox, on its project. */
export function LiveTools(props: LivePageProps) {
  const page = useLivePage(props);
  useEffect(() => preloadParts(page.client.store, PARTS), [page]);
  return (
    <PageProvider page={page}>
      <Screen />
    </PageProvider>
  );
}

function Screen() {
  const page = usePage();
  useThemeEffect();
  useKeysOf(useMemo(() => approvalCommands(page), [page]));
  return (
    <div className="flex h-dvh flex-col">
      <PageHeader current="Tools" />
      <main className="flex min-h-0 flex-1 flex-col">
        <ErrorBoundary what="The list of tools">
          <Suspense fallback={<Loading />}>
            <ToolsView />
          </Suspense>
        </ErrorBoundary>
      </main>
      <div className="fixed right-2 bottom-2 z-20 grid max-h-[80dvh] w-[min(28rem,calc(100vw-16px))] overflow-y-auto">
        <Approvals />
        <Asked />
      </div>
    </div>
  );
}
