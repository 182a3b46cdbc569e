'use client';

import type { FileDiff } from '@/lib/protocol';
import { DiffCounts } from '../../elements/diff-counts';
import { CodeView, DiffEditor } from '../../elements/monaco';
import { EmptyNote } from '../../elements/pane';
import { Patch } from '../../elements/patch';
import { useSides } from './use-blobs';

/** A change in Monaco's diff; as a patch where this browser does not keep the texts. */
export function ChangeView({ diff, words }: { diff: FileDiff; words: string }) {
  const sides = useSides(diff.beforeHash, diff.afterHash);
  return (
    <>
      <div className="flex h-8 shrink-0 items-center gap-2 border-b border-line px-3 text-xs text-dim">
        <span className="min-w-0 truncate">{words}</span>
        <span className="flex-1" />
        <DiffCounts added={diff.added} removed={diff.removed} />
      </div>
      {sides.state === 'loading' && <EmptyNote>Reading both versions…</EmptyNote>}
      {sides.state === 'gone' && <Patch patch={diff.patch} className="m-3 min-h-0 flex-1" />}
      {sides.state === 'ready' && <Sides path={diff.path} before={sides.before} after={sides.after} />}
    </>
  );
}

/** Where one side has no text there is nothing to compare: Monaco's diff would set an empty line against the other. */
function Sides({ path, before, after }: { path: string; before: string; after: string }) {
  if (before && after) return <DiffEditor label={path} path={path} before={before} after={after} />;
  const side = after ? 'inserted' : before ? 'deleted' : undefined;
  return <CodeView label={path} path={path} text={after || before} side={side} />;
}
