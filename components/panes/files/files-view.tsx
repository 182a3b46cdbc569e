'use client';

import { lazy, Suspense, useMemo } from 'react';
import { shortPath } from '../../elements/format';
import { LoadingAbove } from '../../elements/pane';
import { useClientState, useSandbox } from '../../state/page-context';
import { FilesHead } from './files-pane';
import { ProjectMenu } from './file-menus';
import { NoticeLine } from '../../elements/notice-line';
import { ProjectTree } from './project-tree';
import { useFileActions } from './use-file-actions';

const CloneDialog = lazy(() => import('./clone-dialog'));
const OpenProjectDialog = lazy(() => import('./open-project-dialog'));

/** The file tree and the actions on it. */
export default function FilesView() {
  const sandbox = useSandbox();
  const changes = useClientState((state) => state.changes);
  const changed = useMemo(
    () => new Map(changes.map((change) => [shortPath(change.path, sandbox?.workdir), change])),
    [changes, sandbox],
  );
  const actions = useFileActions();
  const { notice, cloning, offered } = actions;
  return (
    <>
      <FilesHead>
        <ProjectMenu actions={actions} />
      </FilesHead>
      <ProjectTree changed={changed} actions={actions} />
      <NoticeLine notice={notice} onDismiss={actions.dismiss} />
      {cloning && (
        <Suspense fallback={<LoadingAbove />}>
          <CloneDialog onEnd={actions.endClone} />
        </Suspense>
      )}
      {offered && (
        <Suspense fallback={<LoadingAbove />}>
          <OpenProjectDialog actions={actions} offered={offered} />
        </Suspense>
      )}
    </>
  );
}
