'use client';

import { EmptyNote } from '../../elements/pane';
import { whoChanged } from '../../elements/who-changed';
import { callNumber, findCall } from '../../state/find-call';
import { useClientState } from '../../state/page-context';
import type { EditorTab } from '../../state/ui';
import { ChangeView } from './change-view';
import { FileView } from './file-view';

const DONE = { create: 'Created', modify: 'Modified', delete: 'Deleted', move: 'Moved' } as const;

/** What stands in a tab of the editor. */
export default function TabContent({ tab, name }: { tab: EditorTab; name: string }) {
  const callId = tab.kind === 'preview' || tab.kind === 'diff' ? tab.callId : null;
  const call = useClientState((state) => findCall(state, callId));
  const number = useClientState((state) => (callId === null ? '' : callNumber(state, callId)));
  const changes = useClientState((state) => state.changes);
  const approvals = useClientState((state) => state.approvals);
  if (tab.kind === 'file') return <FileView path={tab.path} name={name} />;
  if (tab.kind === 'preview') {
    const preview = approvals.find(({ callId }) => callId === tab.callId)?.preview;
    if (!preview) return <EmptyNote>This call does not wait any more.</EmptyNote>;
    return <ChangeView diff={preview} words={`Not done yet: ${number} would ${preview.change} it`} />;
  }
  if (tab.kind === 'diff') {
    if (!call?.diff) return <EmptyNote>This call changed nothing.</EmptyNote>;
    return <ChangeView diff={call.diff} words={`${DONE[call.diff.change]} by ${call.name}, ${number}`} />;
  }
  const change = changes.find(({ path }) => path === tab.path);
  if (!change) return <EmptyNote>Nothing in this thread changed the file.</EmptyNote>;
  return <ChangeView diff={change} words={`${DONE[change.change]} by ${whoChanged(change)}`} />;
}
