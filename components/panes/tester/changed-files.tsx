'use client';

import type { FileChanges } from '@/lib/client/workspace/file-changes';
import { messageOf } from '@/lib/protocol/message-of';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../elements/button';
import { DiffCounts } from '../../elements/diff-counts';
import { Patch } from '../../elements/patch';
import type { Text } from '../../messages/text';
import { useText } from '../../messages/use-text';

type Undone = 'no' | 'running' | 'yes' | { kept: readonly string[] } | { failed: string };

/** A call's changes to files, with a button to undo them. */
export function ChangedFiles({ changes: { diffs, undo } }: { changes: FileChanges }) {
  const text = useText('tester');
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
            <span className="shrink-0 text-faint">{text(diff.change)}</span>
            <DiffCounts added={diff.added} removed={diff.removed} />
          </summary>
          <Patch patch={diff.patch} className="mt-1 max-h-60" />
        </details>
      ))}
      <div className="flex flex-wrap items-center gap-2 text-xs">
        <Button size="small" disabled={undone !== 'no'} onClick={() => void takeBack()}>
          <Undo2 aria-hidden size={12} /> {text('undo')}
        </Button>
        <span role="status" className="min-w-0 text-dim">
          {said(undone, text)}
        </span>
      </div>
    </div>
  );
}

function said(undone: Undone, text: Text<'tester'>): string {
  if (undone === 'no') return text('undoExplains');
  if (undone === 'running') return text('undoing');
  if (undone === 'yes') return text('undone');
  if ('failed' in undone) return text('undoFailed', { message: undone.failed });
  return text('undoKept', { files: undone.kept.join(', ') });
}
