'use client';

import { EmptyNote } from '../../elements/pane';
import { whoChanged } from '../../elements/who-changed';
import { useHostState } from '../../state/page-context';
import type { EditorTab } from '../../state/ui';
import { ChangeView } from './change-view';
import { FileView } from './file-view';

/** What stands in a tab of the editor. */
export default function TabContent({ tab, name }: { tab: EditorTab; name: string }) {
  const calls = useHostState((state) => state.calls);
  const changes = useHostState((state) => state.changes);
  if (tab.kind === 'file') return <FileView path={tab.path} name={name} />;
  if (tab.kind === 'diff') {
    const call = calls.find(({ id }) => id === tab.callId);
    if (!call?.diff) return <EmptyNote>This call changed nothing.</EmptyNote>;
    return <ChangeView diff={call.diff} by={`${call.name}, call ${calls.indexOf(call) + 1}`} />;
  }
  const change = changes.find(({ path }) => path === tab.path);
  if (!change) return <EmptyNote>Nothing in this thread changed the file.</EmptyNote>;
  return <ChangeView diff={change} by={whoChanged(change)} />;
}
