'use client';

import { useEffect, useState } from 'react';
import { shortPath } from '../../elements/format';
import { focusPane } from '../../state/focus-pane';
import { useSandbox, useUi } from '../../state/page-context';
import { fileTab } from '../../state/ui';
import { watchSettled } from '../../state/watch-settled';
import type { PaletteItem } from './item';

/** More are not offered: nobody reads a longer list. */
const MOST = 500;
/** Changes within this many milliseconds are read once. */
const SETTLE_MS = 200;

/** The project's files, to open by name. */
export function useFileItems(): PaletteItem[] {
  const sandbox = useSandbox();
  const openDialog = useUi((ui) => ui.openDialog);
  const openTab = useUi((ui) => ui.openTab);
  const [paths, setPaths] = useState<readonly string[]>([]);

  useEffect(() => {
    if (!sandbox) return;
    const over = new AbortController();
    const read = (): void =>
      void sandbox.glob({ pattern: '**/*', cwd: sandbox.workdir }, over.signal).then(
        (found) => !over.signal.aborted && setPaths(found.slice(0, MOST).map(({ path }) => path)),
        () => {
          // Without the list, the tree still works.
        },
      );
    read();
    // The project may still be mounting.
    const unwatch = watchSettled(sandbox, SETTLE_MS, read);
    return () => {
      unwatch();
      over.abort();
    };
  }, [sandbox]);

  return paths.map((path) => {
    const short = shortPath(path, sandbox?.workdir);
    return {
      value: `file:${path}`,
      keywords: [short],
      onSelect() {
        openDialog(null);
        openTab(fileTab(path));
        requestAnimationFrame(() => focusPane('Editor'));
      },
      children: <span className="font-mono text-xs">{short}</span>,
    };
  });
}
