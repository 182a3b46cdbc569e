'use client';

import { Maximize2, Minimize2 } from 'lucide-react';
import { IconButton } from '../elements/button';
import { ErrorBoundary } from '../elements/error-boundary';
import { plural } from '../elements/format';
import { TabStrip } from '../elements/tab-strip';
import { CallPane } from '../panes/call/call-pane';
import { ContractPane } from '../panes/contract/contract-pane';
import { EventsPane } from '../panes/events/events-pane';
import { HooksPane } from '../panes/hooks/hooks-pane';
import { PolicyPane } from '../panes/policy/policy-pane';
import { RequestsPane } from '../panes/requests/requests-pane';
import { StoresPane } from '../panes/stores/stores-pane';
import { TerminalPane } from '../panes/terminal/terminal-pane';
import { faultyCalls } from '../state/find-call';
import { useClientState, useUi } from '../state/page-context';
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

/** What there is to know about the chosen call and the thread, one thing at a time. */
export function Details() {
  const detail = useUi((ui) => ui.detail);
  const terminalOpened = useUi((ui) => ui.terminalOpened);
  const Shown = detail === 'terminal' ? null : PANES[detail];
  return (
    <div className="flex h-full min-h-0 flex-col">
      <DetailTabs />
      <div id="details-panel" role="tabpanel" aria-label="Details" className="flex min-h-0 flex-1 flex-col bg-bg">
        {Shown && (
          <ErrorBoundary key={detail} what="This pane">
            <Shown />
          </ErrorBoundary>
        )}
        {terminalOpened && (
          // The shell lives on while another tab is shown.
          <div hidden={detail !== 'terminal'} className="min-h-0 flex-1">
            <ErrorBoundary what="The terminal">
              <TerminalPane />
            </ErrorBoundary>
          </div>
        )}
      </div>
    </div>
  );
}

function DetailTabs() {
  const detail = useUi((ui) => ui.detail);
  const showDetail = useUi((ui) => ui.showDetail);
  const setFollow = useUi((ui) => ui.setFollow);
  const follow = useUi((ui) => ui.follow);
  const issues = useClientState((state) => faultyCalls(state).reduce((sum, call) => sum + call.issues.length, 0));
  const tall = useUi((ui) => ui.detailsTall);
  const toggleTall = useUi((ui) => ui.toggleTallDetails);

  const tabs: { id: DetailPane; title: string; count?: number }[] = [
    { id: 'call', title: 'Call', count: issues },
    { id: 'terminal', title: 'Terminal' },
    { id: 'events', title: 'Events' },
    { id: 'requests', title: 'Requests' },
    { id: 'contract', title: 'Contract' },
    { id: 'policy', title: 'Policy' },
    { id: 'hooks', title: 'Hooks' },
    { id: 'stores', title: 'State' },
  ];
  return (
    <TabStrip
      id="details"
      label="Details"
      active={detail}
      tabs={tabs.map(({ id, title, count = 0 }) => ({
        id,
        name: title,
        title:
          count > 0 ? (
            <>
              {title}{' '}
              <span title={plural(count, 'issue')} className="text-2xs text-bad tabular-nums">
                {count}
              </span>
            </>
          ) : (
            title
          ),
      }))}
      onSelect={(id) => {
        const tab = tabs.find((known) => known.id === id);
        if (tab) showDetail(tab.id);
      }}
    >
      <button
        type="button"
        aria-pressed={follow}
        onClick={() => setFollow(!follow)}
        title="Show the newest call, and go on to each that comes, until you choose one (F)"
        className="self-center rounded px-1.5 text-2xs text-dim hover:bg-hover hover:text-text aria-pressed:text-accent"
      >
        {follow ? 'Following' : 'Follow'}
      </button>
      <IconButton
        label={tall ? 'Back to its size' : 'Give these panes the whole column'}
        aria-pressed={tall}
        className="self-center"
        onClick={toggleTall}
      >
        {tall ? <Minimize2 aria-hidden size={13} /> : <Maximize2 aria-hidden size={13} />}
      </IconButton>
    </TabStrip>
  );
}
