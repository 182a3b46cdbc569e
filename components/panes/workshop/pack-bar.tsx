'use client';

import { History, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../elements/button';
import { Switch } from '../../elements/switch';
import { useText } from '../../messages/use-text';
import { NameDialog, RemoveDialog } from './dialogs';
import { useBench, useWorkbench } from './use-workbench';
import { VersionsDialog } from './versions-dialog';

/** A pack's name, whether it is saved, and whether the playground uses it. */
export function PackBar({ name }: { name: string }) {
  const workbench = useWorkbench();
  const text = useText('workshop');
  const keeping = useBench((state) => state.keeping);
  const kept = useBench((state) => state.packs?.find(({ pack }) => pack.name === name));
  const [asked, setAsked] = useState<'name' | 'removal' | 'versions'>();
  const done = (): void => setAsked(undefined);
  return (
    <div className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-1.5">
      <h1 className="min-w-0 truncate font-mono text-md font-semibold">{name}</h1>
      <IconButton label={text('renamePack')} onClick={() => setAsked('name')}>
        <Pencil aria-hidden size={13} />
      </IconButton>
      <IconButton label={text('versions')} onClick={() => setAsked('versions')}>
        <History aria-hidden size={13} />
      </IconButton>
      <IconButton label={text('deletePack')} onClick={() => setAsked('removal')}>
        <Trash2 aria-hidden size={13} />
      </IconButton>
      <span
        role="status"
        aria-label={text('saved')}
        className={keeping === 'refused' ? 'text-xs text-bad' : 'text-xs text-faint'}
      >
        {text(keeping)}
      </span>
      <span className="flex-1" />
      <span className="flex items-center gap-2 text-xs text-dim">
        {text(kept?.on && !kept.compiled ? 'joinsLater' : 'use')}
        <Switch
          label={text('use')}
          title={text('useExplains')}
          on={kept?.on ?? false}
          onSwitch={(on) => void workbench.switchOn(on)}
        />
      </span>
      {asked === 'name' && (
        <NameDialog
          title={text('renamePack')}
          name={name}
          action={text('rename')}
          onName={(typed) => workbench.rename(typed)}
          onDone={done}
        />
      )}
      {asked === 'versions' && <VersionsDialog onDone={done} />}
      {asked === 'removal' && (
        <RemoveDialog
          title={text('deleteAsk', { name })}
          action={text('deletePackDo')}
          onRemove={() => workbench.remove(name)}
          onDone={done}
        >
          {text('deletePackExplains')}
        </RemoveDialog>
      )}
    </div>
  );
}
