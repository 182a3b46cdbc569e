'use client';

import { useEffect, useRef } from 'react';
import { MaximizeButton } from '../panes/editor/maximize-button';
import { ErrorBoundary } from '../elements/error-boundary';
import { TabStrip } from '../elements/tab-strip';
import { useText } from '../messages/use-text';
import { CallPane } from '../panes/call/call-pane';
import { ContractPane } from '../panes/contract/contract-pane';
import { EventsPane } from '../panes/events/events-pane';
import { HooksPane } from '../panes/hooks/hooks-pane';
import { PolicyPane } from '../panes/policy/policy-pane';
import { RequestsPane } from '../panes/requests/requests-pane';
import { StoresPane } from '../panes/stores/stores-pane';
import { TerminalPane } from '../panes/terminal/terminal-pane';
import { readLink } from '../state/deep-link';
import { invalidCalls } from '../state/find-call';
import { useClientState, useUi } from '../state/page-context';
import type { PaneName } from '../state/focus-pane';
import type { DetailPane } from '../state/ui';

const PANES = {
  call: CallPane,
  events: EventsPane,
  requests: RequestsPane,
  contract: ContractPane,
  policy: PolicyPane,
  hooks: HooksPane,
  stores: StoresPane,
} as const;

const TABS: readonly { id: DetailPane; name: PaneName }[] = [
  { id: 'call', name: 'Call' },
  { id: 'terminal', name: 'Terminal' },
  { id: 'events', name: 'Events' },
  { id: 'requests', name: 'Requests' },
  { id: 'contract', name: 'Contract' },
  { id: 'policy', name: 'Policy' },
  { id: 'hooks', name: 'Hooks' },
  { id: 'stores', name: 'Stores' },
];

/** Details of the chosen call and the thread, one pane at a time. */
export function Details() {
  const text = useText('header');
  const detail = useUi((ui) => ui.detail);
  const terminalOpened = useUi((ui) => ui.terminalOpened);
  const Shown = detail === 'terminal' ? null : PANES[detail];
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
        {Shown && (
          <ErrorBoundary key={detail} what={text('whatPane')}>
            <Shown />
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
      tabs={TABS.map(({ id, name }) => ({
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
        const tab = TABS.find((known) => known.id === id);
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
