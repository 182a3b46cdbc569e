'use client';

import { Maximize2, Minimize2 } from 'lucide-react';
import { IconButton } from '../../elements/button';
import { useText } from '../../messages/use-text';
import { useUi } from '../../state/page-context';
import type { TallPanel } from '../../state/ui';

/** Gives a panel the whole column, or restores its size. */
export function MaximizeButton({ panel }: { panel: TallPanel }) {
  const text = useText('header');
  const tall = useUi((ui) => ui.tall === panel);
  const toggleTall = useUi((ui) => ui.toggleTall);
  const Icon = tall ? Minimize2 : Maximize2;
  const label = tall ? text('restore') : text(panel === 'editor' ? 'maximizeEditor' : 'maximize');
  return (
    // On a phone each panel is a screen tall.
    <IconButton
      label={label}
      aria-pressed={tall}
      className="self-center max-sm:hidden"
      onClick={() => toggleTall(panel)}
    >
      <Icon aria-hidden size={13} />
    </IconButton>
  );
}
