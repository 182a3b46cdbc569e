'use client';

import { Button } from '../../elements/button';
import { Dialog } from '../../elements/dialog';
import { plural } from '../../elements/format';
import { useAct, useClientState, useUi } from '../../state/page-context';

/** Asks before the project is mounted anew. */
export default function ResetDialog() {
  const act = useAct();
  const changes = useClientState((state) => state.changes);
  const openDialog = useUi((ui) => ui.openDialog);
  const close = (): void => openDialog(null);
  return (
    <Dialog title="Reset the files?" onClose={close}>
      <div className="grid gap-1.5 px-4 pt-3">
        <p>The project is mounted again as it was at first. The conversation stays.</p>
        <p className="text-dim">
          {changes.length > 0
            ? `${plural(changes.length, 'changed file')} would be lost, and whatever commands made.`
            : 'No changed file is known; what commands made, such as those of the terminal, would be lost.'}
        </p>
      </div>
      <div className="flex justify-end gap-2 p-4">
        <Button onClick={close}>Keep them</Button>
        <Button
          look="danger"
          autoFocus
          onClick={() => {
            act((client) => client.resetFiles());
            close();
          }}
        >
          Reset the files
        </Button>
      </div>
    </Dialog>
  );
}
