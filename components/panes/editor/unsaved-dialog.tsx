'use client';

import { Button } from '../../elements/button';
import { Dialog } from '../../elements/dialog';
import { shortPath } from '../../elements/format';
import { useSandbox, useUi } from '../../state/page-context';

/** Asks before a tab takes unsaved text with it. */
export default function UnsavedDialog() {
  const sandbox = useSandbox();
  const tab = useUi((ui) => ui.tabs.find(({ id }) => id === ui.closing));
  const closeTab = useUi((ui) => ui.closeTab);
  const openDialog = useUi((ui) => ui.openDialog);
  if (!tab) return null;
  return (
    <Dialog title="Close without saving?" onClose={() => openDialog(null)}>
      <p className="px-4 pt-3">
        What you changed in <code>{shortPath(tab.path, sandbox?.workdir)}</code> is not saved and would be lost.
      </p>
      <div className="flex justify-end gap-2 p-4">
        <Button
          look="danger"
          onClick={() => {
            closeTab(tab.id);
            openDialog(null);
          }}
        >
          Close without saving
        </Button>
        <Button look="primary" onClick={() => openDialog(null)}>
          Keep editing
        </Button>
      </div>
    </Dialog>
  );
}
