'use client';

import { RotateCcw } from 'lucide-react';
import { lazy, Suspense, type ReactNode } from 'react';
import { IconButton } from '../../elements/button';
import { Pane, PaneTitle } from '../../elements/pane';
import { useText } from '../../messages/use-text';
import { revealPane } from '../../state/focus-pane';
import { useClientState, useSandbox, useUi } from '../../state/page-context';
import { mayReset } from '../../state/status';
import { changeTab } from '../../state/ui';

const FilesView = lazy(() => import('./files-view'));

/** The files in the sandbox. */
export function FilesPane() {
  const text = useText('files');
  const sandbox = useSandbox();
  const phase = useClientState((state) => state.sandbox.phase);
  return (
    <Pane name="Files" className="flex-1">
      {sandbox ? (
        <Suspense fallback={<FilesHead />}>
          <FilesView key={sandbox.workdir} />
        </Suspense>
      ) : (
        <>
          <FilesHead />
          <p className="px-3 text-xs text-dim">{text(phase === 'failed' ? 'noSandbox' : 'starting')}</p>
        </>
      )}
    </Pane>
  );
}

/** The pane's title, the number of changes, and the menu for all files. */
export function FilesHead({ children }: { children?: ReactNode }) {
  const text = useText('files');
  const changes = useClientState((state) => state.changes);
  const openTab = useUi((ui) => ui.openTab);
  const openDialog = useUi((ui) => ui.openDialog);
  const resettable = useClientState(mayReset);
  return (
    <PaneTitle
      end={
        <span className="flex min-w-0 shrink-[99] items-center gap-1.5">
          {changes.length > 0 && (
            <button
              type="button"
              className="min-w-0 truncate rounded text-text underline decoration-line-strong underline-offset-2 hover:decoration-text"
              title={text('showChanged')}
              onClick={() => {
                for (const { path } of changes) openTab(changeTab(path));
                revealPane('Editor');
              }}
            >
              {text('changed', { count: changes.length })}
            </button>
          )}
          <IconButton
            label={text('reset')}
            className="size-5"
            disabled={!resettable}
            onClick={() => openDialog('reset')}
          >
            <RotateCcw aria-hidden size={12} />
          </IconButton>
          {children}
        </span>
      }
    >
      {text('title')}
    </PaneTitle>
  );
}
