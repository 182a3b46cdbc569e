'use client';

import type { FileChanges } from '@/lib/client/workspace/file-changes';
import { messageOf } from '@/lib/protocol/message-of';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../elements/button';
import { DiffCounts } from '../../elements/diff-counts';
import { Patch } from '../../elements/patch';

type Undone = 'no' | 'running' | 'yes' | { kept: readonly string[] } | { failed: string };

/** What a call did to the files, and the way back. */
export function ChangedFiles({ changes: { diffs, undo } }: { changes: FileChanges }) {
  const [undone, setUndone] = useState<Undone>('no');
  const takeBack = async (): Promise<void> => {
    setUndone('running');
    try {
      const kept = await undo();
      setUndone(kept.length > 0 ? { kept } : 'yes');
    } catch (error) {
      setUndone({ failed: messageOf(error) });
    }
  };
  return (
    <div className="grid gap-2">
      {diffs.map((diff) => (
        <details key={diff.path} className="min-w-0">
          <summary className="flex cursor-default items-center gap-2 rounded text-xs select-none">
            <span className="min-w-0 truncate font-mono">{diff.path}</span>
            <span className="shrink-0 text-faint">{WORDS[diff.change]}</span>
            <DiffCounts added={diff.added} removed={diff.removed} />
          </summary>
          <Patch patch={diff.patch} className="mt-1 max-h-60" />
        </details>
      ))}
      <div className="flex flex-wrap items-center gap-2 text-xs">
        <Button className="h-6 px-2 text-xs" disabled={undone !== 'no'} onClick={() => void takeBack()}>
          <Undo2 aria-hidden size={12} /> Undo
        </Button>
        <span role="status" className="min-w-0 text-dim">
          {said(undone)}
        </span>
      </div>
    </div>
  );
}

const WORDS = { create: 'created', modify: 'changed', delete: 'deleted', move: 'moved' } as const;

function said(undone: Undone): string {
  if (undone === 'no') return 'Puts the files back. To-dos, memory and other state stay.';
  if (undone === 'running') return 'Undoing…';
  if (undone === 'yes') return 'The files are as they were before the call.';
  if ('failed' in undone) return `It could not be undone: ${undone.failed}`;
  return `Changed since, and left alone: ${undone.kept.join(', ')}.`;
}
