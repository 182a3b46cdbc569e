'use client';

import { lazy, Suspense, useEffect } from 'react';
import { EmptyNote, Pane } from '../../elements/pane';
import { ErrorBoundary } from '../../elements/error-boundary';
import { shortPath } from '../../elements/format';
import { useText } from '../../messages/use-text';
import { callNumber } from '../../state/find-call';
import { useClientState, useSandbox, useUi } from '../../state/page-context';
import type { EditorTab } from '../../state/ui';
import { EditorTabs } from './editor-tabs';
import { HowToRead } from './how-to-read';
import { useEarlyText } from './use-early-text';

const TabContent = lazy(() => import('./tab-content'));

/** Files that a person can edit, and changes that the agent made. */
export function EditorPane() {
  const text = useText('editor');
  const sandbox = useSandbox();
  const tabs = useUi((ui) => ui.tabs);
  const active = useUi((ui) => ui.activeTab);
  const unsaved = useUi((ui) => ui.unsaved);
  const tab = tabs.find(({ id }) => id === active);
  useLeaveGuard();
  const calls = useClientState((state) => state.calls);
  const agents = useClientState((state) => state.agents);

  const titleOf = (shown: EditorTab): string => {
    const name = shortPath(shown.path, sandbox?.workdir);
    if (shown.kind === 'file') return name.slice(name.lastIndexOf('/') + 1);
    if (shown.kind === 'change') return text('allChanges', { name });
    if (shown.kind === 'preview') return text('asked', { name });
    return `${name} · ${callNumber({ calls, agents }, shown.callId)}`;
  };

  return (
    <Pane name="Editor" className="h-full bg-bg">
      {tab ? (
        <>
          <EditorTabs titleOf={titleOf} />
          <div id="editor-panel" role="tabpanel" aria-label={titleOf(tab)} className="flex min-h-0 flex-1 flex-col">
            {tabs
              // Unsaved text stays alive behind the visible tab.
              .filter((open) => open === tab || (open.kind === 'file' && unsaved.has(open.path)))
              .map((open) => (
                <TabPlace
                  key={open.id}
                  tab={open}
                  shown={open === tab}
                  title={titleOf(open)}
                  name={shortPath(open.path, sandbox?.workdir)}
                />
              ))}
          </div>
        </>
      ) : (
        <HowToRead />
      )}
    </Pane>
  );
}

/** Where the content of a tab loads. */
function TabPlace(props: { tab: EditorTab; shown: boolean; title: string; name: string }) {
  const { tab, shown, title, name } = props;
  const text = useText('editor');
  const [field, early] = useEarlyText(title);
  const setUnsaved = useUi((ui) => ui.setUnsaved);
  // The tab must stay, hidden or not, until its editor has what was typed.
  useEffect(() => {
    if (early.waiting) setUnsaved(tab.path, true);
  }, [early.waiting, tab.path, setUnsaved]);
  // Its editor may never have come to say so.
  useEffect(
    () => (tab.kind === 'file' ? () => setUnsaved(tab.path, false) : undefined),
    [tab.kind, tab.path, setUnsaved],
  );
  return (
    <div
      data-pane-text={(shown && tab.kind === 'file') || undefined}
      className={shown ? 'relative flex min-h-0 flex-1 flex-col' : 'hidden'}
    >
      <ErrorBoundary what={text('what')}>
        {tab.kind === 'file' && field}
        <Suspense fallback={<EmptyNote>{text('loading')}</EmptyNote>}>
          <TabContent tab={tab} name={name} early={early} />
        </Suspense>
      </ErrorBoundary>
    </div>
  );
}

/** While any text is unsaved, the browser asks before the page is left or reloaded. */
function useLeaveGuard(): void {
  const unsaved = useUi((ui) => ui.unsaved.size > 0);
  useEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [unsaved]);
}
