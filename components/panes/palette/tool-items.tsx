'use client';

import { Command } from 'cmdk';
import { focusPane } from '../../state/focus-pane';
import { useClientState, useUi } from '../../state/page-context';

/** Every tool by its name; each leads to its contract. */
export function ToolItems() {
  const pool = useClientState((state) => state.pool);
  const openDialog = useUi((ui) => ui.openDialog);
  const chooseTool = useUi((ui) => ui.chooseTool);
  const showDetail = useUi((ui) => ui.showDetail);
  const setFollow = useUi((ui) => ui.setFollow);
  return (
    <>
      {pool.map(({ name, tool }) => (
        <Command.Item
          key={name}
          value={`tool:${name}`}
          keywords={[name, tool.title, 'tool contract']}
          onSelect={() => {
            openDialog(null);
            setFollow(false);
            chooseTool(name);
            showDetail('contract');
            requestAnimationFrame(() => focusPane('Contract'));
          }}
          className="flex h-8 items-center gap-2 rounded-md px-2.5 data-[selected=true]:bg-hover"
        >
          <span className="font-mono text-xs">{name}</span>
          <span className="truncate text-xs text-dim">{tool.title}</span>
        </Command.Item>
      ))}
    </>
  );
}
