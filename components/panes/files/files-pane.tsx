'use client';

import { lazy, Suspense, useMemo } from 'react';
import { shortPath } from '../../elements/format';
import { Pane, PaneTitle } from '../../elements/pane';
import { useHostState, useSandbox, useUi } from '../../state/page-context';
import { changeTab } from '../../state/ui';

const FileTree = lazy(() => import('./file-tree'));

/** The files in the sandbox. */
export function FilesPane() {
  const sandbox = useSandbox();
  const phase = useHostState((state) => state.sandbox.phase);
  const changes = useHostState((state) => state.changes);
  const openTab = useUi((ui) => ui.openTab);
  const changed = useMemo(
    () => new Set(changes.map(({ path }) => shortPath(path, sandbox?.workdir))),
    [changes, sandbox],
  );
  return (
    <Pane name="Files" className="flex-1">
      <PaneTitle
        end={
          changes.length > 0 && (
            <button
              type="button"
              className="rounded text-run hover:underline"
              title="Show what this thread changed"
              onClick={() => {
                for (const { path } of changes) openTab(changeTab(path));
              }}
            >
              {changes.length} changed
            </button>
          )
        }
      >
        Files
      </PaneTitle>
      {sandbox ? (
        <Suspense>
          <FileTree key={sandbox.workdir} changed={changed} />
        </Suspense>
      ) : (
        <p className="px-3 text-xs text-dim">
          {phase === 'failed' ? 'There is no sandbox.' : 'The sandbox is starting…'}
        </p>
      )}
    </Pane>
  );
}
