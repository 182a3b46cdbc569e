'use client';

import type { DirEntry, Sandbox } from '@/lib/ports';
import { useCallback, useEffect, useState } from 'react';
import { watchSettled } from '../../state/watch-settled';
import { inOrder } from './tree';

/** Changes within this many milliseconds are read once. */
const SETTLE_MS = 60;

/** The entries of a sandbox's open folders, kept up to date. */
export function useFolders(
  sandbox: Sandbox | undefined,
  open: ReadonlySet<string>,
): ReadonlyMap<string, readonly DirEntry[]> {
  const [folders, setFolders] = useState<ReadonlyMap<string, readonly DirEntry[]>>(new Map());

  const read = useCallback(async (from: Sandbox, paths: readonly string[]): Promise<void> => {
    const found = await Promise.all(paths.map(async (path) => [path, await entriesOf(from, path)] as const));
    setFolders(new Map(found.flatMap(([path, entries]) => (entries ? [[path, entries] as const] : []))));
  }, []);

  useEffect(() => {
    if (!sandbox) return;
    const paths = [sandbox.workdir, ...open];
    void read(sandbox, paths);
    return watchSettled(sandbox, SETTLE_MS, () => void read(sandbox, paths));
  }, [sandbox, open, read]);

  return folders;
}

/** Undefined for a folder that is gone or cannot be read: it is not shown. */
async function entriesOf(sandbox: Sandbox, path: string): Promise<DirEntry[] | undefined> {
  try {
    return inOrder(await sandbox.fs.readdir(path));
  } catch {
    return undefined;
  }
}
