'use client';

import { Button } from '../../elements/button';
import { Dialog } from '../../elements/dialog';
import { useText } from '../../messages/use-text';
import { useAct, useClientState, useUi } from '../../state/page-context';

/** Asks before the project is mounted again from scratch. */
export default function ResetDialog() {
  const text = useText('projectDialogs');
  const files = useText('files');
  const act = useAct();
  const changes = useClientState((state) => state.changes);
  const openDialog = useUi((ui) => ui.openDialog);
  const close = (): void => openDialog(null);
  return (
    <Dialog title={text('resetTitle')} onClose={close}>
      <div className="grid gap-1.5 px-4 pt-3">
        <p>{text('resetExplains')}</p>
        <p className="text-dim">
          {changes.length > 0 ? text('resetLost', { count: changes.length }) : text('resetNone')}
        </p>
      </div>
      <div className="flex justify-end gap-2 p-4">
        <Button onClick={close}>{text('keep')}</Button>
        <Button
          look="danger"
          autoFocus
          onClick={() => {
            act((client) => client.resetFiles());
            close();
          }}
        >
          {files('reset')}
        </Button>
      </div>
    </Dialog>
  );
}
