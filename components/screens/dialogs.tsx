'use client';

import { lazy, Suspense, useEffect, useRef } from 'react';
import { LoadingAbove } from '../elements/pane';
import { useText } from '../messages/use-text';
import { EarlySearch } from '../state/early-search';
import { usePage, useUi } from '../state/page-context';
import type { DialogName } from '../state/ui';

const DIALOGS = {
  palette: lazy(() => import('../commands/palette/palette-dialog')),
  settings: lazy(() => import('../panes/settings/settings-dialog')),
  keys: lazy(() => import('../commands/keys-dialog')),
  unsaved: lazy(() => import('../panes/editor/unsaved-dialog')),
  reset: lazy(() => import('../panes/files/reset-dialog')),
  'run-again': lazy(() => import('../panes/files/run-again-dialog')),
  cassette: lazy(() => import('../panes/cassette/cassette-dialog')),
  scenarios: lazy(() => import('../panes/scenarios/scenarios-dialog')),
  threads: lazy(() => import('../panes/threads/threads-dialog')),
} satisfies Record<DialogName, unknown>;

/** The open dialog, if any. Each one loads when it is first opened. */
export function Dialogs() {
  const dialog = useUi((ui) => ui.dialog);
  const typed = useRef('');
  useReturnOfFocus();
  useEffect(() => {
    if (!dialog) typed.current = '';
  }, [dialog]);
  if (!dialog) return null;
  const Shown = DIALOGS[dialog];
  return (
    <EarlySearch value={typed}>
      <Suspense fallback={<EarlyField onType={(text) => void (typed.current = text)} />}>
        <Shown />
      </Suspense>
    </EarlySearch>
  );
}

/** Takes what is typed before the dialog is there, which is not for the field that had the focus. */
function EarlyField({ onType }: { onType: (text: string) => void }) {
  const text = useText('elements');
  const openDialog = useUi((ui) => ui.openDialog);
  return (
    <>
      <LoadingAbove />
      <input
        autoFocus
        aria-label={text('loading')}
        onChange={({ currentTarget }) => onType(currentTarget.value)}
        onKeyDown={({ key }) => key === 'Escape' && openDialog(null)}
        className="fixed size-px opacity-0"
      />
    </>
  );
}

/** Returns the focus to where it was when a dialog closes, unless something else has taken it. */
function useReturnOfFocus(): void {
  const { ui } = usePage();
  useEffect(() => {
    let before: Element | null = null;
    return ui.subscribe((now, was) => {
      if (now.dialog && !was.dialog) before = document.activeElement;
      if (now.dialog || !was.dialog) return;
      requestAnimationFrame(() => {
        if (document.activeElement === document.body && before instanceof HTMLElement) before.focus();
      });
    });
  }, [ui]);
}
