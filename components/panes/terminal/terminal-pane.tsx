'use client';

import { lazy, Suspense } from 'react';
import { EmptyNote, Pane } from '../../elements/pane';
import { useText } from '../../messages/use-text';
import { useClientState, useSandbox } from '../../state/page-context';

const TerminalView = lazy(() => import('./terminal-view'));

/** A person's own shell, on the same files as the agent's. */
export function TerminalPane() {
  const text = useText('terminal');
  const sandbox = useSandbox();
  const { phase, why } = useClientState((state) => state.sandbox);
  return (
    <Pane name="Terminal" className="h-full bg-bg">
      {sandbox ? (
        <Suspense>
          <TerminalView sandbox={sandbox} />
        </Suspense>
      ) : (
        <EmptyNote>{phase === 'failed' ? text('none', { why }) : text('starting')}</EmptyNote>
      )}
    </Pane>
  );
}
