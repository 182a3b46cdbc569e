'use client';

import { ChartGantt, FileCode, FolderTree, MessageSquare, SquareFunction, type LucideIcon } from 'lucide-react';
import { Dot } from '../../elements/dot';
import { useText } from '../../messages/use-text';
import { goToPane, type PaneName } from '../../state/focus-pane';
import { useClientState, useUi } from '../../state/page-context';
import { statusLabel } from '../../state/status';

const PANES: readonly { name: PaneName; icon: LucideIcon }[] = [
  { name: 'Conversation', icon: MessageSquare },
  { name: 'Call', icon: SquareFunction },
  { name: 'Editor', icon: FileCode },
  { name: 'Timeline', icon: ChartGantt },
  { name: 'Files', icon: FolderTree },
];

/** Links to the panes on a phone, where they are stacked. The conversation's is marked while a person is waited for there. */
export function PaneBar() {
  const text = useText('panes');
  const status = useText('status')(useClientState(statusLabel));
  const waits = useClientState((state) => state.status === 'approval' || state.status === 'your-turn');
  const showDetail = useUi((ui) => ui.showDetail);
  return (
    <nav aria-label={text('all')} className="hidden shrink-0 border-t border-line bg-panel max-sm:flex">
      {PANES.map(({ name, icon: Icon }) => (
        <button
          key={name}
          type="button"
          onClick={() => {
            if (name === 'Call') showDetail('call');
            requestAnimationFrame(() => goToPane(name));
          }}
          className="grid h-12 min-w-0 flex-auto content-center justify-items-center gap-0.5 text-2xs text-dim hover:bg-hover hover:text-text"
        >
          <span className="relative">
            <Icon aria-hidden size={16} />
            {waits && name === 'Conversation' && (
              <span className="absolute -top-0.5 -right-2">
                <Dot tone="bg-wait" />
                <span className="sr-only">{status}</span>
              </span>
            )}
          </span>
          <span className="max-w-full truncate px-1">{text(name)}</span>
        </button>
      ))}
    </nav>
  );
}
