'use client';

import { NameList } from '../../elements/name-list';
import { useAct, useClientState } from '../../state/page-context';

/** Folders that tools may write to. */
export function WriteRoots() {
  const act = useAct();
  const roots = useClientState((state) => state.toolSettings.writeRoots);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <p className="text-xs text-dim">
        {roots.length === 0
          ? 'None: tools may write anywhere in the sandbox.'
          : 'Tools may write only in these folders, and a refusal names them.'}
      </p>
      <NameList
        names={roots}
        what="folder"
        label="Folder that may be written to"
        placeholder="src"
        onChange={(writeRoots) => act((client) => client.setToolSettings({ writeRoots }))}
      />
    </div>
  );
}
