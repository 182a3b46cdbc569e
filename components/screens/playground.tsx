'use client';

import { useEffect, useState } from 'react';
import { Panel, usePanelRef } from 'react-resizable-panels';
import { ErrorBoundary } from '../elements/error-boundary';
import { ConversationPane } from '../panes/conversation/conversation-pane';
import { EditorPane } from '../panes/editor/editor-pane';
import { FilesPane } from '../panes/files/files-pane';
import { Header } from '../panes/header/header';
import { StatusBar } from '../panes/status-bar/status-bar';
import { TimelinePane } from '../panes/timeline/timeline-pane';
import { TokensPane } from '../panes/tokens/tokens-pane';
import { ToolsPane } from '../panes/tools-in-view/tools-pane';
import type { Page } from '../state/page-context';
import { PageProvider, useUi } from '../state/page-context';
import { useFollow } from '../state/use-follow';
import { useLink } from '../state/use-link';
import { useShortcuts } from '../state/use-shortcuts';
import { useThemeEffect } from '../state/use-theme';
import { useThreadShelf } from '../state/use-thread-shelf';
import { Details } from './details';
import { Dialogs } from './dialogs';
import { Divider, RememberedGroup } from './remembered-group';
import { useRoomForWork } from './use-room-for-work';

/** The whole page, around whichever host it is given. */
export function Playground({ page }: { page: Page }) {
  return (
    <PageProvider page={page}>
      <Screen />
    </PageProvider>
  );
}

function Screen() {
  useThemeEffect();
  useShortcuts();
  useFollow();
  useLink();
  useThreadShelf();
  return (
    <div className="flex h-dvh flex-col">
      <Header />
      <main className="min-h-0 flex-1 overflow-y-auto">
        <RememberedGroup id="columns" orientation="horizontal" className="columns-or-stack">
          <Sidebar />
          <Divider between="files and editor" orientation="horizontal" />
          <Panel id="middle" minSize={320}>
            <Middle />
          </Panel>
          <Divider between="editor and conversation" orientation="horizontal" />
          <Panel id="conversation" defaultSize={410} minSize={300} groupResizeBehavior="preserve-pixel-size">
            <ErrorBoundary what="The conversation">
              <ConversationPane />
            </ErrorBoundary>
          </Panel>
        </RememberedGroup>
      </main>
      <StatusBar />
      <Dialogs />
    </div>
  );
}

function Sidebar() {
  const panel = usePanelRef();
  const shown = useUi((ui) => ui.sidebar);
  const [start] = useState(shown);
  useEffect(() => {
    if (shown) panel.current?.expand();
    else panel.current?.collapse();
  }, [shown, panel]);
  return (
    <Panel
      id="sidebar"
      panelRef={panel}
      collapsible
      defaultSize={start ? 220 : 0}
      minSize={150}
      maxSize={480}
      groupResizeBehavior="preserve-pixel-size"
    >
      <div className="flex h-full min-h-0 flex-col bg-panel">
        <ErrorBoundary what="The sidebar">
          <FilesPane />
          <ToolsPane />
          <TokensPane />
        </ErrorBoundary>
      </div>
    </Panel>
  );
}

function Middle() {
  const details = useRoomForWork();
  return (
    <RememberedGroup id="rows" orientation="vertical" className="h-full">
      <Panel id="editor" minSize={90}>
        <ErrorBoundary what="The editor">
          <EditorPane />
        </ErrorBoundary>
      </Panel>
      <Divider between="editor and details" orientation="vertical" />
      <Panel id="details" panelRef={details} defaultSize="33" minSize={64}>
        <Details />
      </Panel>
      <Divider between="details and timeline" orientation="vertical" />
      <Panel id="timeline" defaultSize="22" minSize={33}>
        <ErrorBoundary what="The timeline">
          <TimelinePane />
        </ErrorBoundary>
      </Panel>
    </RememberedGroup>
  );
}
