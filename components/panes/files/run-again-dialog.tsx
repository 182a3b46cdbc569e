'use client';

import { Button } from '../../elements/button';
import { Dialog } from '../../elements/dialog';
import { useText } from '../../messages/use-text';
import { leaveForScenario } from '../../state/choose';
import { ownEdits } from '../../state/own-edits';
import { useClientState, usePage, useUi } from '../../state/page-context';
import { runAfresh } from '../../state/run-scenario';

/** Asks before a run, or another scenario, that starts without the person's file changes. */
export default function RunAgainDialog() {
  const text = useText('projectDialogs');
  const page = usePage();
  const changes = useClientState((state) => state.changes);
  const terminalEdits = useUi((ui) => ui.terminalEdits);
  const edited = ownEdits({ changes }, { terminalEdits }).size;
  const scenario = useUi((ui) => ui.leavingFor);
  const openDialog = useUi((ui) => ui.openDialog);
  const close = (): void => openDialog(null);
  return (
    <Dialog title={text(scenario === null ? 'runTitle' : 'leaveTitle')} onClose={close}>
      <div className="grid gap-1.5 px-4 pt-3">
        <p>{text(scenario === null ? 'runExplains' : 'leaveExplains', { count: edited })}</p>
        <p className="text-dim">{text('runKept')}</p>
      </div>
      <div className="flex justify-end gap-2 p-4">
        <Button onClick={close}>{text('stay')}</Button>
        <Button
          look="primary"
          autoFocus
          onClick={() => {
            close();
            if (scenario === null) runAfresh(page);
            else leaveForScenario(page, scenario);
          }}
        >
          {text(scenario === null ? 'runFresh' : 'leave')}
        </Button>
      </div>
    </Dialog>
  );
}
