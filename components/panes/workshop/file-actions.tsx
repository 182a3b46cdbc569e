'use client';

import { FilePlus, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../elements/button';
import { NameDialog, RemoveDialog } from './dialogs';
import { useWorkbench } from './use-workbench';

/** What a person does to the files of a pack. */
export function FileActions({ file, alone, onShow }: { file: string; alone: boolean; onShow: (file: string) => void }) {
  const workbench = useWorkbench();
  const [asked, setAsked] = useState<'new' | 'name' | 'removal'>();
  const done = (): void => setAsked(undefined);
  const shown = (name: string, why: string | undefined): string | undefined => {
    if (why === undefined) onShow(name);
    return why;
  };
  return (
    <span className="flex items-center">
      <IconButton label="New file" onClick={() => setAsked('new')}>
        <FilePlus aria-hidden size={13} />
      </IconButton>
      <IconButton label={`Rename ${file}`} onClick={() => setAsked('name')}>
        <Pencil aria-hidden size={13} />
      </IconButton>
      <IconButton label={`Delete ${file}`} disabled={alone} onClick={() => setAsked('removal')}>
        <Trash2 aria-hidden size={13} />
      </IconButton>
      {asked === 'new' && (
        <NameDialog
          title="New file"
          name=""
          action="Add the file"
          onName={async (name) => shown(name, await workbench.addFile(name))}
          onDone={done}
        />
      )}
      {asked === 'name' && (
        <NameDialog
          title={`Rename ${file}`}
          name={file}
          action="Rename"
          onName={async (name) => shown(name, await workbench.renameFile(file, name))}
          onDone={done}
        />
      )}
      {asked === 'removal' && (
        <RemoveDialog
          title={`Delete ${file}?`}
          action="Delete the file"
          onRemove={() => workbench.removeFile(file)}
          onDone={done}
        >
          It is deleted from this pack. Files that import it no longer compile.
        </RemoveDialog>
      )}
    </span>
  );
}
