'use client';

import { History, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../elements/button';
import { Switch } from '../../elements/switch';
import { NameDialog, RemoveDialog } from './dialogs';
import { useBench, useWorkbench } from './use-workbench';
import { VersionsDialog } from './versions-dialog';
import type { WorkbenchState } from './workbench-state';

const KEEPING: Readonly<Record<WorkbenchState['keeping'], string>> = {
  kept: 'Saved in this browser',
  typing: 'Not saved yet',
  keeping: 'Saving…',
  refused: 'Not saved',
};

/** The name of a pack, whether it is saved, and whether the playground uses it. */
export function PackBar({ name }: { name: string }) {
  const workbench = useWorkbench();
  const keeping = useBench((state) => state.keeping);
  const kept = useBench((state) => state.packs?.find(({ pack }) => pack.name === name));
  const [asked, setAsked] = useState<'name' | 'removal' | 'versions'>();
  const done = (): void => setAsked(undefined);
  return (
    <div className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-1.5">
      <h1 className="min-w-0 truncate font-mono text-md font-semibold">{name}</h1>
      <IconButton label="Rename this pack" onClick={() => setAsked('name')}>
        <Pencil aria-hidden size={13} />
      </IconButton>
      <IconButton label="Versions" onClick={() => setAsked('versions')}>
        <History aria-hidden size={13} />
      </IconButton>
      <IconButton label="Delete this pack" onClick={() => setAsked('removal')}>
        <Trash2 aria-hidden size={13} />
      </IconButton>
      <span
        role="status"
        aria-label="Saved"
        className={keeping === 'refused' ? 'text-xs text-bad' : 'text-xs text-faint'}
      >
        {KEEPING[keeping]}
      </span>
      <span className="flex-1" />
      <span className="flex items-center gap-2 text-xs text-dim">
        {kept?.on && !kept.compiled ? 'Joins once it compiles' : 'Use in the playground'}
        <Switch
          label="Use in the playground"
          title="On: the tools of this pack join every thread of this browser."
          on={kept?.on ?? false}
          onSwitch={(on) => void workbench.switchOn(on)}
        />
      </span>
      {asked === 'name' && (
        <NameDialog
          title="Rename this pack"
          name={name}
          action="Rename"
          onName={(typed) => workbench.rename(typed)}
          onDone={done}
        />
      )}
      {asked === 'versions' && <VersionsDialog onDone={done} />}
      {asked === 'removal' && (
        <RemoveDialog
          title={`Delete ${name}?`}
          action="Delete the pack"
          onRemove={() => workbench.remove(name)}
          onDone={done}
        >
          Its source is deleted from this browser, and its tools leave the playground.
        </RemoveDialog>
      )}
    </div>
  );
}
