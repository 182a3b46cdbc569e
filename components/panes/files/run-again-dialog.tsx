'use client';

import { Button } from '../../elements/button';
import { Dialog } from '../../elements/dialog';
import { useText } from '../../messages/use-text';
import { leaveForScenario, leaveForThread } from '../../state/choose';
import { ownEdits } from '../../state/own-edits';
import { useClientState, usePage, useUi } from '../../state/page-context';
import { runAfresh } from '../../state/run-scenario';

const WORDS = {
  run: { title: 'runTitle', explains: 'runExplains', leave: 'runFresh' },
  scenario: { title: 'leaveTitle', explains: 'leaveExplains', leave: 'leave' },
  thread: { title: 'threadTitle', explains: 'threadExplains', leave: 'threadLeave' },
} as const;

/** Asks before a run, another scenario or a new thread that starts without the person's file changes. */
export default function RunAgainDialog() {
  const text = useText('projectDialogs');
  const page = usePage();
  const changes = useClientState((state) => state.changes);
  const terminalEdits = useUi((ui) => ui.terminalEdits);
  const edited = ownEdits({ changes }, { terminalEdits }).size;
  const leaving = useUi((ui) => ui.leavingFor);
  const openDialog = useUi((ui) => ui.openDialog);
  const words = WORDS[leaving?.to ?? 'run'];
  const close = (): void => openDialog(null);
  return (
    <Dialog title={text(words.title)} onClose={close}>
      <div className="grid gap-1.5 px-4 pt-3">
        <p>{text(words.explains, { count: edited })}</p>
        <p className="text-dim">{text('runKept')}</p>
      </div>
      <div className="flex justify-end gap-2 p-4">
        <Button onClick={close}>{text('stay')}</Button>
        <Button
          look="primary"
          autoFocus
          onClick={() => {
            close();
            if (leaving?.to === 'scenario') leaveForScenario(page, leaving.scenario);
            else if (leaving?.to === 'thread') leaveForThread(page);
            else runAfresh(page, leaving?.scenario);
          }}
        >
          {text(words.leave)}
        </Button>
      </div>
    </Dialog>
  );
}
