'use client';

import { useEffect, useRef, useState, type RefObject } from 'react';
import { ErrorBoundary } from '../elements/error-boundary';
import { SplitLine } from '../elements/split/split-line';
import { SplitPanel, type SplitPanelHandle } from '../elements/split/split-panel';
import { ConversationPane } from '../panes/conversation/conversation-pane';
import { useText } from '../messages/use-text';
import { EditorPane } from '../panes/editor/editor-pane';
import { FilesPane } from '../panes/files/files-pane';
import { Header } from '../panes/header/header';
import { PaneBar } from '../panes/status-bar/pane-bar';
import { StatusBar } from '../panes/status-bar/status-bar';
import { TimelinePane } from '../panes/timeline/timeline-pane';
import { TokensPane } from '../panes/tokens/tokens-pane';
import { ToolsPane } from '../panes/tools-in-view/tools-pane';
import { type Page, PageProvider, useUi, usePage } from '../state/page-context';
import type { TallPanel } from '../state/ui';
import { useShortcuts } from '../commands/use-shortcuts';
import { useThemeEffect } from '../state/theme';
import { Details } from './details';
import { Dialogs } from './dialogs';
import { RememberedGroup } from './remembered-group';

/** Gives a panel the whole column while it is tall, then restores the sizes. */
function useTallPanel(): Record<TallPanel, RefObject<SplitPanelHandle | null>> {
  const { ui } = usePage();
  const editor = useRef<SplitPanelHandle>(null);
  const details = useRef<SplitPanelHandle>(null);
  useEffect(() => {
    const panels = { editor, details };
    const grow = (tall: TallPanel | null) => (tall === null ? undefined : panels[tall].current?.grow());
    let giveBack = grow(ui.getState().tall);
    return ui.subscribe(({ tall }, was) => {
      if (tall === was.tall) return;
      giveBack?.();
      giveBack = grow(tall);
    });
  }, [ui]);
  return { editor, details };
}

/** The whole page, built around the given client. */
export function Playground({ page }: { page: Page }) {
  return (
    <PageProvider page={page}>
      <Screen />
    </PageProvider>
  );
}

function Screen() {
  const text = useText('header');
  useThemeEffect();
  useShortcuts();
  return (
    <div className="flex h-dvh flex-col">
      <Header />
      <main className="min-h-0 flex-1 overflow-y-auto">
        <RememberedGroup id="columns" orientation="horizontal" className="columns-or-stack">
          <Sidebar />
          <SplitLine label={text('resizeFiles')} />
          <SplitPanel id="middle" size={100} min={320}>
            <Middle />
          </SplitPanel>
          <SplitLine label={text('resizeConversation')} />
          <SplitPanel id="conversation" size={410} keepsPixels min={300}>
            <ErrorBoundary what={text('whatConversation')}>
              <ConversationPane />
            </ErrorBoundary>
          </SplitPanel>
        </RememberedGroup>
      </main>
      <PaneBar />
      <StatusBar />
      <Dialogs />
    </div>
  );
}

function Sidebar() {
  const text = useText('header');
  const panel = useRef<SplitPanelHandle>(null);
  const shown = useUi((ui) => ui.sidebar);
  const [start] = useState(shown);
  useEffect(() => {
    if (shown) panel.current?.expand();
    else panel.current?.collapse();
  }, [shown, panel]);
  return (
    <SplitPanel id="sidebar" ref={panel} collapsible size={start ? 220 : 0} keepsPixels min={150} max={480}>
      <div className="flex h-full min-h-0 flex-col bg-panel">
        <ErrorBoundary what={text('whatSidebar')}>
          <FilesPane />
          <ToolsPane />
          <TokensPane />
        </ErrorBoundary>
      </div>
    </SplitPanel>
  );
}

/** The height of the folded editor: its row of tabs, or the title of the guide, pixels. */
const EDITOR_LINE = 33;

function Middle() {
  const text = useText('header');
  const { editor, details } = useTallPanel();
  const folded = useUi((ui) => ui.editorFolded);
  return (
    <RememberedGroup id="rows" orientation="vertical" className="h-full">
      <SplitPanel id="editor" ref={editor} size={32} min={EDITOR_LINE} foldedTo={folded ? EDITOR_LINE : undefined}>
        <ErrorBoundary what={text('whatEditor')}>
          <EditorPane />
        </ErrorBoundary>
      </SplitPanel>
      {folded ? <div className="h-px shrink-0 bg-line" /> : <SplitLine label={text('resizeDetails')} />}
      <SplitPanel id="details" ref={details} size={44} min={64}>
        <Details />
      </SplitPanel>
      <SplitLine label={text('resizeTimeline')} />
      <SplitPanel id="timeline" size={24} min={33}>
        <ErrorBoundary what={text('whatTimeline')}>
          <TimelinePane />
        </ErrorBoundary>
      </SplitPanel>
    </RememberedGroup>
  );
}
