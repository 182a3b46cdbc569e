'use client';

import { Command } from 'cmdk';
import { useEffect, useState } from 'react';
import { shortPath } from '../../elements/format';
import { focusPane } from '../../state/focus-pane';
import { useSandbox, useUi } from '../../state/page-context';
import { fileTab } from '../../state/ui';

/** More are not offered: nobody reads a longer list. */
const MOST = 500;

/** The project's files, to be opened by name. */
export function FileItems() {
  const sandbox = useSandbox();
  const openDialog = useUi((ui) => ui.openDialog);
  const openTab = useUi((ui) => ui.openTab);
  const [paths, setPaths] = useState<readonly string[]>([]);

  useEffect(() => {
    if (!sandbox) return;
    const over = new AbortController();
    sandbox.glob({ pattern: '**/*', cwd: sandbox.workdir }, over.signal).then(
      (found) => !over.signal.aborted && setPaths(found.slice(0, MOST).map(({ path }) => path)),
      () => {
        // Without a list there is still the tree.
      },
    );
    return () => over.abort();
  }, [sandbox]);

  if (paths.length === 0) return null;
  return (
    <>
      {paths.map((path) => (
        <Command.Item
          key={path}
          value={`file:${path}`}
          keywords={[shortPath(path, sandbox?.workdir)]}
          onSelect={() => {
            openDialog(null);
            openTab(fileTab(path));
            focusPane('Editor');
          }}
          className="flex h-8 items-center rounded-md px-2.5 font-mono text-xs data-[selected=true]:bg-hover"
        >
          {shortPath(path, sandbox?.workdir)}
        </Command.Item>
      ))}
    </>
  );
}
