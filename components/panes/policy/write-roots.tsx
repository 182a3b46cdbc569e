'use client';

import { X } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '../../elements/button';
import { useAct, useHostState } from '../../state/page-context';

/** Folders that tools may write to. */
export function WriteRoots() {
  const act = useAct();
  const roots = useHostState((state) => state.toolSettings.writeRoots);
  const [folder, setFolder] = useState('');
  const change = (writeRoots: readonly string[]): void => act((host) => host.setToolSettings({ writeRoots }));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <p className="text-xs text-dim">
        {roots.length === 0
          ? 'None: tools may write anywhere in the sandbox.'
          : 'Tools may write only in these folders, and a refusal names them.'}
      </p>
      {roots.length > 0 && (
        <ul className="divide-y divide-line rounded-md border border-line">
          {roots.map((root) => (
            <li key={root} className="flex items-center gap-2 py-0.5 pr-1 pl-2">
              <code className="min-w-0 flex-1 truncate text-xs">{root}</code>
              <IconButton
                label={`Remove the folder ${root}`}
                onClick={() => change(roots.filter((other) => other !== root))}
              >
                <X aria-hidden size={13} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <form
        className="flex gap-1.5"
        onSubmit={(event) => {
          event.preventDefault();
          const root = folder.trim();
          if (root !== '' && !roots.includes(root)) change([...roots, root]);
          setFolder('');
        }}
      >
        <input
          aria-label="Folder that may be written to"
          placeholder="src"
          spellCheck={false}
          value={folder}
          onChange={({ target }) => setFolder(target.value)}
          className="field min-w-0 flex-1 font-mono text-xs"
        />
        <Button type="submit" disabled={folder.trim() === ''}>
          Add
        </Button>
      </form>
    </div>
  );
}
