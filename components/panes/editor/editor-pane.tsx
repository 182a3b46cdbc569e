'use client';

import { EmptyNote, Pane } from '../../elements/pane';
import { ErrorBoundary } from '../../elements/error-boundary';
import { plural, shortPath } from '../../elements/format';
import { useHostState, useSandbox, useUi } from '../../state/page-context';
import type { EditorTab } from '../../state/ui';
import { ChangeView } from './change-view';
import { EditorTabs } from './editor-tabs';
import { FileView } from './file-view';
import { HowToRead } from './how-to-read';

/** Files a person may edit, and changes the agent made. */
export function EditorPane() {
  const sandbox = useSandbox();
  const tab = useUi((ui) => ui.tabs.find(({ id }) => id === ui.activeTab));
  const calls = useHostState((state) => state.calls);

  const titleOf = (shown: EditorTab): string => {
    const name = shortPath(shown.path, sandbox?.workdir);
    if (shown.kind === 'file') return name.slice(name.lastIndexOf('/') + 1);
    if (shown.kind === 'change') return `${name} · all changes`;
    return `${name} · call ${calls.findIndex(({ id }) => id === shown.callId) + 1}`;
  };

  return (
    <Pane name="Editor" className="h-full bg-bg">
      {tab ? (
        <>
          <EditorTabs titleOf={titleOf} />
          <div id="editor-panel" role="tabpanel" aria-label={titleOf(tab)} className="flex min-h-0 flex-1 flex-col">
            <ErrorBoundary key={tab.id} what="The editor">
              <TabContent tab={tab} name={shortPath(tab.path, sandbox?.workdir)} />
            </ErrorBoundary>
          </div>
        </>
      ) : (
        <HowToRead />
      )}
    </Pane>
  );
}

function TabContent({ tab, name }: { tab: EditorTab; name: string }) {
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
  return <ChangeView diff={change} by={plural(change.callIds.length, 'call')} />;
}
