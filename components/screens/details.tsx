'use client';

import { lazy, Suspense, useEffect, useRef, type ComponentType } from 'react';
import { MaximizeButton } from '../panes/editor/maximize-button';
import { ErrorBoundary } from '../elements/error-boundary';
import { Loading, Pane } from '../elements/pane';
import { TabStrip } from '../elements/tab-strip';
import { useText } from '../messages/use-text';
import { CallPane } from '../panes/call/call-pane';
import { EventsPane } from '../panes/events/events-pane';
import { RequestsPane } from '../panes/requests/requests-pane';
import { DETAIL_PANES } from '../panes/registry';
import { TerminalPane } from '../panes/terminal/terminal-pane';
import { readLink } from '../state/deep-link';
import type { DetailPane } from '../state/detail-panes';
import { invalidCalls } from '../state/find-call';
import { useClientState, useUi } from '../state/page-context';
import type { PaneName } from '../state/focus-pane';

/** All but the terminal, which stays when another pane is shown. */
const OWN: Partial<Record<DetailPane, ComponentType>> = { call: CallPane, events: EventsPane, requests: RequestsPane };

const PANES = DETAIL_PANES.map((pane) => ({
  id: pane.id,
  Shown: 'own' in pane ? OWN[pane.id] : paneOf(pane.name, lazy(pane.load)),
}));

function paneOf(name: PaneName, View: ComponentType): ComponentType {
  return function ViewPane() {
    return (
      <Pane name={name} className="h-full">
        <Suspense fallback={<Loading />}>
          <View />
        </Suspense>
      </Pane>
    );
  };
}

/** Details of the chosen call and the thread, one pane at a time. */
export function Details() {
  const text = useText('header');
  const detail = useUi((ui) => ui.detail);
  const terminalOpened = useUi((ui) => ui.terminalOpened);
  const pane = PANES.find(({ id }) => id === detail);
  const whole = useRef<HTMLDivElement>(null);
  // Where the panes are stacked, a link to one of these opens the page there.
  useEffect(() => {
    if (readLink(location.search).pane !== undefined) whole.current?.scrollIntoView();
  }, []);
  return (
    <div ref={whole} className="flex h-full min-h-0 flex-col">
      <DetailTabs />
      <div
        id="details-panel"
        role="tabpanel"
        aria-label={text('details')}
        className="@container/details flex min-h-0 flex-1 flex-col bg-bg"
      >
        {pane?.Shown && (
          <ErrorBoundary key={detail} what={text('whatPane')}>
            <pane.Shown />
          </ErrorBoundary>
        )}
        {terminalOpened && (
          // The shell stays alive while another tab is shown.
          <div hidden={detail !== 'terminal'} className="min-h-0 flex-1">
            <ErrorBoundary what={text('whatTerminal')}>
              <TerminalPane />
            </ErrorBoundary>
          </div>
        )}
      </div>
    </div>
  );
}

function DetailTabs() {
  const [text, names] = [useText('header'), useText('panes')];
  const detail = useUi((ui) => ui.detail);
  const showDetail = useUi((ui) => ui.showDetail);
  const setFollow = useUi((ui) => ui.setFollow);
  const follow = useUi((ui) => ui.follow);
  const invalid = useClientState((state) => invalidCalls(state).length);

  return (
    <TabStrip
      id="details"
      label={text('details')}
      active={detail}
      tabs={DETAIL_PANES.map(({ id, name }) => ({
        id,
        name: names(name),
        title:
          id === 'call' && invalid > 0 ? (
            <>
              {names(name)}{' '}
              <span title={text('invalidCalls', { count: invalid })} className="text-2xs text-bad tabular-nums">
                {invalid}
              </span>
            </>
          ) : (
            names(name)
          ),
      }))}
      onSelect={(id) => {
        const tab = DETAIL_PANES.find((known) => known.id === id);
        if (tab) showDetail(tab.id);
      }}
    >
      <button
        type="button"
        aria-pressed={follow}
        onClick={() => setFollow(!follow)}
        title={text('followExplains')}
        className="shrink-0 self-center rounded px-1.5 text-2xs whitespace-nowrap text-dim hover:bg-hover hover:text-text aria-pressed:text-accent"
      >
        {text(follow ? 'following' : 'follow')}
      </button>
      <MaximizeButton panel="details" />
    </TabStrip>
  );
}
