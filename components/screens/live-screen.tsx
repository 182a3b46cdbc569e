'use client';

import { Suspense, useEffect, useMemo, type ReactNode } from 'react';
import { ErrorBoundary } from '../elements/error-boundary';
import { Loading } from '../elements/pane';
import { Approvals } from '../panes/conversation/approvals';
import { Asked } from '../panes/conversation/asked';
import { PageHeader } from '../panes/header/page-header';
import { useText } from '../messages/use-text';
import { approvalCommands } from '../commands/approval';
import { nextPane } from '../commands/next-pane';
import { PageProvider, usePage } from '../state/page-context';
import { useKeysOf } from '../commands/use-shortcuts';
import { preloadParts } from './preload';
import { useLivePage, type LivePageProps } from './use-live-page';

interface ScreenProps {
  readonly current: 'tools' | 'workshop';
  readonly children: ReactNode;
}

/** A page other than the playground, with the real client: calls run in its sandbox, on its project. */
export function LiveScreen({
  live,
  parts,
  ...screen
}: ScreenProps & {
  live: LivePageProps;
  /** The parts to load while the page is idle. */
  parts: readonly (() => Promise<unknown>)[];
}) {
  const page = useLivePage(live);
  useEffect(() => preloadParts(page.client.store, parts), [page, parts]);
  return (
    <PageProvider page={page}>
      <Screen {...screen} />
    </PageProvider>
  );
}

/** The message key of what each page shows, for the error that it could not. */
const WHAT = { tools: 'whatTools', workshop: 'whatWorkshop' } as const;

function Screen({ current, children }: ScreenProps) {
  const page = usePage();
  const text = useText('header');
  const commands = useText('commands');
  useKeysOf(useMemo(() => [...approvalCommands(page, commands), nextPane(commands)], [page, commands]));
  return (
    <div className="flex h-dvh flex-col">
      <PageHeader current={current} />
      <main className="flex min-h-0 flex-1 flex-col">
        <ErrorBoundary what={text(WHAT[current])}>
          <Suspense fallback={<Loading />}>{children}</Suspense>
        </ErrorBoundary>
      </main>
      <div className="fixed right-2 bottom-2 z-20 flex max-h-[80dvh] w-[min(28rem,calc(100vw-16px))] flex-col overflow-y-auto">
        <Approvals />
        <Asked />
      </div>
    </div>
  );
}
