'use client';

import { EmptyNote } from '../../elements/pane';
import { whoChanged } from '../../elements/who-changed';
import { useText } from '../../messages/use-text';
import { callNumber, findCall } from '../../state/find-call';
import { useClientState } from '../../state/page-context';
import type { EditorTab } from '../../state/ui';
import { FileView } from './file-view';
import type { FileDiff } from '@/lib/protocol';
import { DiffCounts } from '../../elements/diff-counts';
import { CodeView, DiffEditor } from '../../elements/monaco';
import { Patch } from '../../elements/patch';
import { useSides } from './use-blobs';

const DONE = { create: 'created', modify: 'modified', delete: 'deleted', move: 'moved' } as const;
const ASKED = { create: 'wouldCreate', modify: 'wouldModify', delete: 'wouldDelete', move: 'wouldMove' } as const;

/** The content of an editor tab. */
export default function TabContent({ tab, name }: { tab: EditorTab; name: string }) {
  const text = useText('editor');
  const callId = tab.kind === 'preview' || tab.kind === 'diff' ? tab.callId : null;
  const call = useClientState((state) => findCall(state, callId));
  const number = useClientState((state) => (callId === null ? '' : callNumber(state, callId)));
  const changes = useClientState((state) => state.changes);
  const approvals = useClientState((state) => state.approvals);
  if (tab.kind === 'file') return <FileView path={tab.path} name={name} />;
  if (tab.kind === 'preview') {
    const preview = approvals.find(({ callId }) => callId === tab.callId)?.preview;
    if (!preview) return <EmptyNote>{text('notWaiting')}</EmptyNote>;
    return <ChangeView diff={preview} words={text(ASKED[preview.change], { number })} />;
  }
  if (tab.kind === 'diff') {
    if (!call?.diff) return <EmptyNote>{text('noChange')}</EmptyNote>;
    return (
      <ChangeView
        diff={call.diff}
        words={text(DONE[call.diff.change], { who: text('callNumber', { name: call.name, number }) })}
      />
    );
  }
  const change = changes.find(({ path }) => path === tab.path);
  if (!change) return <EmptyNote>{text('noneChanged')}</EmptyNote>;
  return <ChangeView diff={change} words={text(DONE[change.change], { who: whoChanged(change) })} />;
}

/** A change in Monaco's diff, or as a patch if this browser no longer has the texts. */
function ChangeView({ diff, words }: { diff: FileDiff; words: string }) {
  const text = useText('editor');
  const sides = useSides(diff.beforeHash, diff.afterHash);
  return (
    <>
      <div className="flex h-8 shrink-0 items-center gap-2 border-b border-line px-3 text-xs text-dim">
        <span className="min-w-0 truncate">{words}</span>
        <span className="flex-1" />
        <DiffCounts added={diff.added} removed={diff.removed} />
      </div>
      {sides.state === 'loading' && <EmptyNote>{text('readingBoth')}</EmptyNote>}
      {sides.state === 'gone' && <Patch patch={diff.patch} className="m-3 min-h-0 flex-1" />}
      {sides.state === 'ready' && <Sides path={diff.path} before={sides.before} after={sides.after} />}
    </>
  );
}

/** If one side is empty there is nothing to compare: Monaco's diff would set an empty line against the other side. */
function Sides({ path, before, after }: { path: string; before: string; after: string }) {
  if (before && after) return <DiffEditor label={path} path={path} before={before} after={after} />;
  const side = after ? 'inserted' : before ? 'deleted' : undefined;
  return <CodeView label={path} path={path} text={after || before} side={side} />;
}
