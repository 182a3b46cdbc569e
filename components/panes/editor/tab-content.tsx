'use client';

import type { ThreadChange } from '@/lib/client/state';
import type { FileDiff } from '@/lib/protocol';
import { Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../elements/button';
import { DiffCounts } from '../../elements/diff-counts';
import { CodeView, DiffEditor } from '../../elements/monaco';
import { NoticeLine } from '../../elements/notice-line';
import { EmptyNote } from '../../elements/pane';
import { Patch } from '../../elements/patch';
import { whoChanged } from '../../elements/who-changed';
import { useText } from '../../messages/use-text';
import { callNumber, findCall } from '../../state/find-call';
import { useClientState, usePage } from '../../state/page-context';
import { mayReset } from '../../state/status';
import type { EditorTab } from '../../state/ui';
import { useFileChanges } from '../files/use-file-changes';
import { FileView } from './file-view';
import { useSides } from './use-blobs';
import type { EarlyText } from './use-early-text';

const DONE = { create: 'created', modify: 'modified', delete: 'deleted', move: 'moved' } as const;
const ASKED = { create: 'wouldCreate', modify: 'wouldModify', delete: 'wouldDelete', move: 'wouldMove' } as const;

/** The content of an editor tab. */
export default function TabContent({ tab, name, early }: { tab: EditorTab; name: string; early: EarlyText }) {
  const text = useText('fileTabs');
  const callId = tab.kind === 'preview' || tab.kind === 'diff' ? tab.callId : null;
  const call = useClientState((state) => findCall(state, callId));
  const number = useClientState((state) => (callId === null ? '' : callNumber(state, callId)));
  const changes = useClientState((state) => state.changes);
  const approvals = useClientState((state) => state.approvals);
  if (tab.kind === 'file') return <FileView path={tab.path} name={name} early={early} />;
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
  return <FileChange change={changes.find(({ path }) => path === tab.path)} name={name} />;
}

/** What the thread did to a file, and a way to take it back. */
function FileChange({ change, name }: { change: ThreadChange | undefined; name: string }) {
  const text = useText('fileTabs');
  const { client } = usePage();
  const changer = useFileChanges();
  const idle = useClientState(mayReset);
  const revert = (made: ThreadChange): void =>
    void changer.change(text('reverted', { name }), async ({ fs, workdir }) => {
      const { path, from = path, beforeHash } = made;
      const before = beforeHash === undefined ? undefined : await client.loaded()?.blobs.get(beforeHash);
      if (beforeHash !== undefined && before === undefined) throw new Error(text('originalGone', { name }));
      if (before !== undefined) {
        const original = `${workdir}/${from}`;
        await fs.mkdir(original.slice(0, original.lastIndexOf('/')), { recursive: true });
        await fs.writeFile(original, before);
      }
      if (before === undefined || from !== path) await fs.rm(`${workdir}/${path}`, { force: true });
    });
  return (
    <>
      {change ? (
        <ChangeView diff={change} words={text(DONE[change.change], { who: whoChanged(change) })}>
          <Button size="small" title={text('revertExplains')} disabled={!idle} onClick={() => revert(change)}>
            <Undo2 aria-hidden size={12} /> {text('revertFile')}
          </Button>
        </ChangeView>
      ) : (
        <EmptyNote>{text('noneChanged')}</EmptyNote>
      )}
      <NoticeLine notice={changer.notice} onDismiss={() => changer.say(undefined)} />
    </>
  );
}

/** A change in Monaco's diff, or as a patch if this browser no longer has the texts. */
function ChangeView({ diff, words, children }: { diff: FileDiff; words: string; children?: ReactNode }) {
  const text = useText('fileTabs');
  const sides = useSides(diff.beforeHash, diff.afterHash);
  return (
    <>
      <div className="flex h-8 shrink-0 items-center gap-2 border-b border-line px-3 text-xs text-dim">
        <span className="min-w-0 truncate">{words}</span>
        <span className="flex-1" />
        <DiffCounts added={diff.added} removed={diff.removed} />
        {children}
      </div>
      {sides.state === 'loading' && <EmptyNote>{text('readingBoth')}</EmptyNote>}
      {sides.state === 'gone' && <Patch patch={diff.patch} className="m-3 min-h-0 flex-1" />}
      {sides.state === 'ready' && <Sides path={diff.path} before={sides.before} after={sides.after} />}
    </>
  );
}

/** If one side is empty there is nothing to compare: Monaco's diff would set an empty line against the other side. */
function Sides({ path, before, after }: { path: string; before: string; after: string }) {
  if (before && after) return <DiffEditor path={path} before={before} after={after} />;
  const side = after ? 'inserted' : before ? 'deleted' : undefined;
  return <CodeView label={path} path={path} text={after || before} side={side} />;
}
