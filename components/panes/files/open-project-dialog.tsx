'use client';

import { Button } from '../../elements/button';
import { Dialog } from '../../elements/dialog';
import { useText } from '../../messages/use-text';
import { filesIn, type FileActions, type OfferedProject } from './use-file-actions';

/** Asks whether files that a person brings replace the project or are added to it. */
export default function OpenProjectDialog({ actions, offered }: { actions: FileActions; offered: OfferedProject }) {
  const text = useText('projectDialogs');
  const files = useText('project');
  const { name, entries, leftOut } = offered;
  const bytes = entries.reduce((sum, entry) => sum + (entry.type === 'file' ? entry.data.length : 0), 0);
  return (
    <Dialog title={text('openTitle', { name })} onClose={actions.withdraw}>
      <div className="grid gap-1.5 px-4 pt-3">
        <p>{text('openHolds', { count: filesIn(entries), kilobytes: Math.ceil(bytes / 1000) })}</p>
        {leftOut > 0 && <p className="text-dim">{text('openLeftOut', { count: leftOut })}</p>}
        <p className="text-dim">{text('openStays')}</p>
      </div>
      <div className="flex flex-wrap justify-end gap-2 p-4">
        <Button onClick={actions.withdraw}>{files('cancel')}</Button>
        <Button onClick={() => void actions.take('add')}>{text('openAdd')}</Button>
        <Button look="primary" autoFocus onClick={() => void actions.take('replace')}>
          {text('openReplace')}
        </Button>
      </div>
    </Dialog>
  );
}
