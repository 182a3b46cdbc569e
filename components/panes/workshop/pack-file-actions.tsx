'use client';

import { FilePlus, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../elements/button';
import { useText } from '../../messages/use-text';
import { NameDialog, RemoveDialog } from './dialogs';
import { useWorkbench } from './use-workbench';

/** The actions on a pack's files. */
export function PackFileActions({
  file,
  alone,
  onShow,
}: {
  file: string;
  alone: boolean;
  onShow: (file: string) => void;
}) {
  const workbench = useWorkbench();
  const text = useText('workshop');
  const [asked, setAsked] = useState<'new' | 'name' | 'removal'>();
  const done = (): void => setAsked(undefined);
  const shown = (name: string, why: string | undefined): string | undefined => {
    if (why === undefined) onShow(name);
    return why;
  };
  return (
    <span className="flex items-center">
      <IconButton label={text('newFile')} onClick={() => setAsked('new')}>
        <FilePlus aria-hidden size={13} />
      </IconButton>
      <IconButton label={text('renameThis', { name: file })} onClick={() => setAsked('name')}>
        <Pencil aria-hidden size={13} />
      </IconButton>
      <IconButton label={text('delete', { name: file })} disabled={alone} onClick={() => setAsked('removal')}>
        <Trash2 aria-hidden size={13} />
      </IconButton>
      {asked === 'new' && (
        <NameDialog
          title={text('newFile')}
          name=""
          action={text('addFile')}
          onName={async (name) => shown(name, await workbench.addFile(name))}
          onDone={done}
        />
      )}
      {asked === 'name' && (
        <NameDialog
          title={text('renameThis', { name: file })}
          name={file}
          action={text('rename')}
          onName={async (name) => shown(name, await workbench.renameFile(file, name))}
          onDone={done}
        />
      )}
      {asked === 'removal' && (
        <RemoveDialog
          title={text('deleteAsk', { name: file })}
          action={text('deleteFile')}
          onRemove={() => workbench.removeFile(file)}
          onDone={done}
        >
          {text('deleteFileExplains')}
        </RemoveDialog>
      )}
    </span>
  );
}
