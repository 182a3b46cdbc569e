'use client';

import { X } from 'lucide-react';
import { lazy, Suspense, useMemo } from 'react';
import { Button, IconButton } from '../../elements/button';
import { cx } from '../../elements/cx';
import { shortPath } from '../../elements/format';
import { useText } from '../../messages/use-text';
import { useClientState, useSandbox } from '../../state/page-context';
import { FilesHead } from './files-pane';
import { ProjectMenu } from './file-menus';
import { ProjectTree } from './project-tree';
import { useFileActions } from './use-file-actions';

const OpenProjectDialog = lazy(() => import('./open-project-dialog'));

/** The file tree and the actions on it. */
export default function FilesView() {
  const text = useText('files');
  const sandbox = useSandbox();
  const changes = useClientState((state) => state.changes);
  const changed = useMemo(
    () => new Map(changes.map((change) => [shortPath(change.path, sandbox?.workdir), change])),
    [changes, sandbox],
  );
  const actions = useFileActions();
  const { notice, offered } = actions;
  return (
    <>
      <FilesHead>
        <ProjectMenu actions={actions} />
      </FilesHead>
      <ProjectTree changed={changed} actions={actions} />
      <div role="status" className={cx('text-xs', notice?.failed ? 'text-bad' : 'text-dim')}>
        {notice && (
          <p className="flex items-center gap-1.5 border-t border-line py-1 pr-1 pl-3">
            <span className="min-w-0 flex-1 break-words">{notice.words}</span>
            {notice.undo && (
              <Button size="small" onClick={notice.undo}>
                {text('undo')}
              </Button>
            )}
            <IconButton label={text('dismiss')} onClick={actions.dismiss}>
              <X aria-hidden size={12} />
            </IconButton>
          </p>
        )}
      </div>
      {offered && (
        <Suspense>
          <OpenProjectDialog actions={actions} offered={offered} />
        </Suspense>
      )}
    </>
  );
}
