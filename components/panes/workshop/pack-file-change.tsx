'use client';

import type { FileDiff } from '@/lib/protocol';
import { fileDiff, type Change } from '@/lib/tools/builtin/files/file-diff';
import { useEffect, useState } from 'react';
import { Patch } from '../../elements/patch';
import { useText } from '../../messages/use-text';
import type { PackSources } from './workbench-state';

/** The changes in one file. */
export function PackFileChange({ path, before, after }: Change) {
  const text = useText('workshop');
  const [diff, setDiff] = useState<FileDiff>();
  useEffect(() => {
    let left = false;
    void fileDiff(undefined, { path, before, after }).then((made) => left || setDiff(made));
    return () => void (left = true);
  }, [path, before, after]);
  return (
    <section aria-label={text('since', { file: path })} className="grid min-w-0 gap-1">
      <h3 className="font-mono text-xs">{path}</h3>
      {diff && <Patch patch={diff.patch} />}
    </section>
  );
}

/** The files that differ between the two. */
export const changedIn = (before: PackSources, after: PackSources): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((path) => before[path] !== after[path]);
