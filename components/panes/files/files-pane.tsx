'use client';

import { RotateCcw } from 'lucide-react';
import { lazy, Suspense, useMemo } from 'react';
import { IconButton } from '../../elements/button';
import { shortPath } from '../../elements/format';
import { Pane, PaneTitle } from '../../elements/pane';
import { useText } from '../../messages/use-text';
import { useClientState, useSandbox, useUi } from '../../state/page-context';
import { mayReset } from '../../state/status';
import { changeTab } from '../../state/ui';

const FileTree = lazy(() => import('./file-tree'));

/** The files in the sandbox. */
export function FilesPane() {
  const text = useText('files');
  const sandbox = useSandbox();
  const phase = useClientState((state) => state.sandbox.phase);
  const changes = useClientState((state) => state.changes);
  const openTab = useUi((ui) => ui.openTab);
  const openDialog = useUi((ui) => ui.openDialog);
  const resettable = useClientState(mayReset);
  const changed = useMemo(
    () => new Map(changes.map((change) => [shortPath(change.path, sandbox?.workdir), change])),
    [changes, sandbox],
  );
  return (
    <Pane name="Files" className="flex-1">
      <PaneTitle
        end={
          <span className="flex items-center gap-1.5">
            {changes.length > 0 && (
              <button
                type="button"
                className="rounded text-text underline decoration-line-strong underline-offset-2 hover:decoration-text"
                title={text('showChanged')}
                onClick={() => {
                  for (const { path } of changes) openTab(changeTab(path));
                }}
              >
                {text('changed', { count: changes.length })}
              </button>
            )}
            <IconButton
              label={text('reset')}
              className="-mr-1.5 size-5"
              disabled={!resettable}
              onClick={() => openDialog('reset')}
            >
              <RotateCcw aria-hidden size={12} />
            </IconButton>
          </span>
        }
      >
        {text('title')}
      </PaneTitle>
      {sandbox ? (
        <Suspense>
          <FileTree key={sandbox.workdir} changed={changed} />
        </Suspense>
      ) : (
        <p className="px-3 text-xs text-dim">{text(phase === 'failed' ? 'noSandbox' : 'starting')}</p>
      )}
    </Pane>
  );
}
