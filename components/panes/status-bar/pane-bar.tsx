'use client';

import { ChartGantt, FileCode, FolderTree, MessageSquare, SquareFunction, type LucideIcon } from 'lucide-react';
import { useText } from '../../messages/use-text';
import { goToPane, type PaneName } from '../../state/focus-pane';
import { useUi } from '../../state/page-context';

const PANES: readonly { name: PaneName; icon: LucideIcon }[] = [
  { name: 'Conversation', icon: MessageSquare },
  { name: 'Call', icon: SquareFunction },
  { name: 'Editor', icon: FileCode },
  { name: 'Timeline', icon: ChartGantt },
  { name: 'Files', icon: FolderTree },
];

/** Links to the panes on a phone, where they are stacked. */
export function PaneBar() {
  const text = useText('panes');
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
          <Icon aria-hidden size={16} />
          <span className="max-w-full truncate px-1">{text(name)}</span>
        </button>
      ))}
    </nav>
  );
}
