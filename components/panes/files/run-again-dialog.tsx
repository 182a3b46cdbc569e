'use client';

import { Button } from '../../elements/button';
import { Dialog } from '../../elements/dialog';
import { useText } from '../../messages/use-text';
import { useClientState, usePage, useUi } from '../../state/page-context';
import { runAfresh } from '../../state/run-scenario';

/** Asks before a run that starts without the person's file changes. */
export default function RunAgainDialog() {
  const text = useText('projectDialogs');
  const page = usePage();
  const edited = useClientState((state) => state.changes.filter(({ saves }) => saves !== undefined).length);
  const openDialog = useUi((ui) => ui.openDialog);
  const close = (): void => openDialog(null);
  return (
    <Dialog title={text('runTitle')} onClose={close}>
      <div className="grid gap-1.5 px-4 pt-3">
        <p>{text('runExplains', { count: edited })}</p>
        <p className="text-dim">{text('runKept')}</p>
      </div>
      <div className="flex justify-end gap-2 p-4">
        <Button onClick={close}>{text('stay')}</Button>
        <Button
          look="primary"
          autoFocus
          onClick={() => {
            close();
            runAfresh(page);
          }}
        >
          {text('runFresh')}
        </Button>
      </div>
    </Dialog>
  );
}
