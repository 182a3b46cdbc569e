'use client';

import { lazy, Suspense } from 'react';
import { useUi } from '../state/page-context';
import type { Dialog } from '../state/ui';

const DIALOGS = {
  palette: lazy(() => import('../panes/palette/palette-dialog')),
  settings: lazy(() => import('../panes/settings/settings-dialog')),
  keys: lazy(() => import('../panes/keys/keys-dialog')),
} satisfies Record<Dialog, unknown>;

/** The dialog that is open, if one is. Each loads when it is first opened. */
export function Dialogs() {
  const dialog = useUi((ui) => ui.dialog);
  if (!dialog) return null;
  const Shown = DIALOGS[dialog];
  return (
    <Suspense>
      <Shown />
    </Suspense>
  );
}
