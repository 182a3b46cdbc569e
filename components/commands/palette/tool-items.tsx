'use client';

import { useText } from '../../messages/use-text';
import { focusPane } from '../../state/focus-pane';
import { useClientState, useUi } from '../../state/page-context';
import { useToolLine } from '../../state/use-tool-line';
import type { PaletteItem } from './item';

/** All tools by name; each leads to its contract. */
export function useToolItems(): PaletteItem[] {
  const text = useText('commands');
  const lineOf = useToolLine();
  const pool = useClientState((state) => state.pool);
  const openDialog = useUi((ui) => ui.openDialog);
  const openContract = useUi((ui) => ui.openContract);
  return pool.map(({ name, tool }) => ({
    value: `tool:${name}`,
    keywords: [name, lineOf(tool), text('tool')],
    onSelect() {
      openDialog(null);
      openContract(name);
      requestAnimationFrame(() => focusPane('Contract'));
    },
    children: (
      <>
        <span className="font-mono text-xs">{name}</span>
        <span title={lineOf(tool)} className="truncate text-xs text-dim">
          {lineOf(tool)}
        </span>
      </>
    ),
  }));
}
