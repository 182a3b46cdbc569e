'use client';

import type { PoolEntryView } from '@/lib/client/tool-state';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../elements/button';
import { CopyButton } from '../../elements/copy-button';
import { SourceBadge } from '../../elements/source-badge';
import { Switch } from '../../elements/switch';
import { TabStrip } from '../../elements/tab-strip';
import { useText } from '../../messages/use-text';
import { useAct, useClientState } from '../../state/page-context';
import { isSwitchable, whyOff } from '../../state/tool-labels';
import { useToolLine } from '../../state/use-tool-line';
import { DeclarationView } from '../contract/declaration-view';
import { FORMS } from '../contract/declarations';
import { Tester } from '../tester/tester';
import { packAddress } from '../pack-address';
import { AboutTool } from './about-tool';
import { FindingList } from './finding-list';
import { LastCalls } from './last-calls';
import { useFindings } from './use-findings';
import { toolAddress } from './use-tool-name';

/** One tool: a place to call it, what is known about it, and the exact form that each provider gets. */
export function ToolPage(props: { entry: PoolEntryView; tokens: number | undefined; onBack: () => void }) {
  const { entry, tokens, onBack } = props;
  const { name, tool } = entry;
  const text = useText('tools');
  const [shown, setShown] = useState('try');
  const form = FORMS.find(({ id }) => id === shown);
  const off = whyOff(entry);
  const line = useToolLine()(tool);
  return (
    <section aria-label={name} className="@container flex min-w-0 flex-1 flex-col">
      <div className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5">
        <IconButton label={text('all')} onClick={onBack}>
          <ArrowLeft aria-hidden size={15} />
        </IconButton>
        <h1 className="min-w-0 truncate font-mono text-md font-semibold">{name}</h1>
        <p className="min-w-0 truncate text-dim max-md:hidden">{line}</p>
        <SourceBadge source={entry.source} />
        {tool.pack !== undefined && (
          <a href={packAddress(tool.pack, name)} className="text-xs text-accent underline">
            {text('ofPack', { name: tool.pack })}
          </a>
        )}
        <span className="flex-1" />
        {off && <span className="text-xs text-dim">{off}</span>}
        <OnSwitch entry={entry} />
        <CopyButton text={`${location.origin}${toolAddress(name)}`} title={text('copyLink')} />
      </div>
      <TabStrip
        id="tool"
        label={text('aboutTool', { name })}
        active={shown}
        tabs={[{ id: 'try', title: text('tryIt') }, { id: 'about', title: text('about') }, ...FORMS]}
        onSelect={setShown}
      />
      <div id="tool-panel" role="tabpanel" aria-label={name} className="flex min-h-0 flex-1 flex-col">
        {/* Hidden, not removed: input and results stay while another tab is shown. */}
        <div hidden={shown !== 'try'} className={shown === 'try' ? 'flex min-h-0 flex-1 flex-col' : undefined}>
          <Tester entry={entry} />
        </div>
        {shown === 'about' && (
          <AboutTool entry={entry} tokens={tokens}>
            <LastCalls tool={name} />
            <Design entry={entry} />
          </AboutTool>
        )}
        {form && <DeclarationView entry={entry} form={form} tokens={tokens} />}
      </div>
    </section>
  );
}

const Design = ({ entry }: { entry: PoolEntryView }) => <FindingList findings={useFindings(entry)} />;

/** A switch that decides whether models get the tool. */
function OnSwitch({ entry }: { entry: PoolEntryView }) {
  const act = useAct();
  const disabled = useClientState((state) => state.toolSettings.disabled);
  const { name, enabled } = entry;
  const text = useText('tools');
  return (
    <Switch
      label={text('isOn', { name })}
      on={enabled}
      disabled={!isSwitchable(entry)}
      title={text('onExplains')}
      onSwitch={(on) =>
        act((client) =>
          client.setToolSettings({ disabled: on ? disabled.filter((other) => other !== name) : [...disabled, name] }),
        )
      }
    />
  );
}
