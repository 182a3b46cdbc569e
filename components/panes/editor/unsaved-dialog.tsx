'use client';

import { Button } from '../../elements/button';
import { Dialog } from '../../elements/dialog';
import { shortPath } from '../../elements/format';
import { TAGS } from '../../messages/tags';
import { useText } from '../../messages/use-text';
import { useSandbox, useUi } from '../../state/page-context';

/** Asks before closing a tab that has unsaved text. */
export default function UnsavedDialog() {
  const text = useText('fileTabs');
  const sandbox = useSandbox();
  const tab = useUi((ui) => ui.tabs.find(({ id }) => id === ui.closing));
  const closeTab = useUi((ui) => ui.closeTab);
  const openDialog = useUi((ui) => ui.openDialog);
  if (!tab) return null;
  return (
    <Dialog title={text('closeTitle')} onClose={() => openDialog(null)}>
      <p className="px-4 pt-3">
        {text.rich('closeExplains', { path: shortPath(tab.path, sandbox?.workdir), code: TAGS.code })}
      </p>
      <div className="flex justify-end gap-2 p-4">
        <Button
          look="danger"
          onClick={() => {
            closeTab(tab.id);
            openDialog(null);
          }}
        >
          {text('close')}
        </Button>
        <Button look="primary" onClick={() => openDialog(null)}>
          {text('keepEditing')}
        </Button>
      </div>
    </Dialog>
  );
}
