'use client';

import type { Hook } from '@/lib/protocol';
import { useState } from 'react';
import { TabStrip } from '../../elements/tab-strip';
import { useText } from '../../messages/use-text';
import { useAct, useClientState } from '../../state/page-context';
import { HookEditor } from './hook-editor';
import { HookList } from './hook-list';
import { LastRuns } from './last-runs';
import { PipelineView } from './pipeline';
import { RateLimitsView } from './rate-limits';

const TABS = ['hook', 'limits', 'runs'] as const;

type Tab = (typeof TABS)[number];

/** Hooks and the order of the pipeline on one side; the chosen hook, the rate limits or the latest runs on the other. */
export default function HooksView() {
  const act = useAct();
  const text = useText('hooks');
  const hooks = useClientState((state) => state.toolSettings.hooks);
  const [chosen, setChosen] = useState<string | null>(null);
  const [tab, setTab] = useState<Tab>('hook');
  const hook = hooks.find(({ id }) => id === chosen) ?? hooks[0];
  const save = (next: readonly Hook[]): void => act((client) => client.setToolSettings({ hooks: next }));

  return (
    <div className="list-beside">
      {/* Labels for screen readers scroll in it, and not the tabs above. */}
      <div className="relative flex w-[250px] shrink-0 flex-col overflow-y-auto border-r border-line">
        <HookList
          hooks={hooks}
          chosen={tab === 'hook' ? hook?.id : undefined}
          onChoose={(id) => {
            setChosen(id);
            setTab('hook');
          }}
          onChange={save}
        />
        <PipelineView />
      </div>
      <div className="flex min-w-0 flex-1 flex-col">
        <TabStrip
          id="hooks"
          label={text('aboutPipeline')}
          tabs={TABS.map((id) => ({ id, title: text(id) }))}
          active={tab}
          onSelect={(id) => setTab(TABS.find((known) => known === id) ?? 'hook')}
        />
        <div id="hooks-panel" role="tabpanel" aria-label={text(tab)} className="flex min-h-0 flex-1 flex-col">
          {tab === 'limits' && <RateLimitsView />}
          {tab === 'runs' && <LastRuns />}
          {tab === 'hook' && (
            <HookEditor
              key={hook?.id}
              hook={hook}
              onSave={(next) => save(hooks.map((known) => (known.id === next.id ? next : known)))}
              onDelete={(id) => save(hooks.filter((known) => known.id !== id))}
            />
          )}
        </div>
      </div>
    </div>
  );
}
