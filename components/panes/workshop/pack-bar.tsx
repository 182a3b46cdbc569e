'use client';

import { Pencil, Trash2 } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { Button, IconButton } from '../../elements/button';
import { Dialog } from '../../elements/dialog';
import { Switch } from '../../elements/switch';
import { useBench, useWorkbench } from './use-workbench';
import type { WorkbenchState } from './keeper';

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
  const [asked, setAsked] = useState<'name' | 'removal'>();
  const done = (): void => setAsked(undefined);
  return (
    <div className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-1.5">
      <h1 className="min-w-0 truncate font-mono text-md font-semibold">{name}</h1>
      <IconButton label="Rename this pack" onClick={() => setAsked('name')}>
        <Pencil aria-hidden size={13} />
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
      {asked === 'name' && <NameDialog name={name} onDone={done} />}
      {asked === 'removal' && (
        <Dialog title={`Delete ${name}?`} onClose={done}>
          <p className="px-4 pt-3">Its source is deleted from this browser, and its tools leave the playground.</p>
          <div className="flex justify-end gap-2 p-4">
            <Button onClick={done}>Keep it</Button>
            <Button
              look="danger"
              onClick={() => {
                done();
                void workbench.remove(name);
              }}
            >
              Delete the pack
            </Button>
          </div>
        </Dialog>
      )}
    </div>
  );
}

function NameDialog({ name, onDone }: { name: string; onDone: () => void }) {
  const workbench = useWorkbench();
  const [typed, setTyped] = useState(name);
  const [refused, setRefused] = useState<string>();
  const rename = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const why = await workbench.rename(typed.trim());
    if (why === undefined) onDone();
    else setRefused(why);
  };
  return (
    <Dialog title="Rename this pack" onClose={onDone}>
      <form onSubmit={(event) => void rename(event)} className="grid gap-2 p-4">
        <input
          autoFocus
          aria-label="Name"
          aria-invalid={refused !== undefined}
          spellCheck={false}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          className="field font-mono"
        />
        <p role="status" className="text-xs text-bad">
          {refused}
        </p>
        <div className="flex justify-end gap-2">
          <Button onClick={onDone}>Back</Button>
          <Button look="primary" type="submit">
            Rename
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
