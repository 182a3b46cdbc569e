'use client';

import { Button } from '../../elements/button';
import { Dialog } from '../../elements/dialog';
import { plural } from '../../elements/format';
import { useClientState, usePage, useUi } from '../../state/page-context';
import { runAfresh } from '../../state/run-scenario';

/** Asks before a run that begins without what the person changed. */
export default function RunAgainDialog() {
  const page = usePage();
  const edited = useClientState((state) => state.changes.filter(({ saves }) => saves !== undefined).length);
  const openDialog = useUi((ui) => ui.openDialog);
  const close = (): void => openDialog(null);
  return (
    <Dialog title="Run again with fresh files?" onClose={close}>
      <div className="grid gap-1.5 px-4 pt-3">
        <p>You changed {plural(edited, 'file')} yourself. A new run begins with the project as it was at first.</p>
        <p className="text-dim">Your changes stay in this thread: open it again under Threads to go on with them.</p>
      </div>
      <div className="flex justify-end gap-2 p-4">
        <Button onClick={close}>Stay here</Button>
        <Button
          look="primary"
          autoFocus
          onClick={() => {
            close();
            runAfresh(page);
          }}
        >
          Run with fresh files
        </Button>
      </div>
    </Dialog>
  );
}
