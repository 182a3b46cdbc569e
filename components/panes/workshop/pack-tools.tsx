'use client';

import type { CompiledPack } from '@/lib/workshop/pack';
import { USES } from '@/lib/workshop/uses';
import type { PoolEntryView } from '@/lib/client/tool-state';
import type { Finding } from '@/lib/tools/lint';
import { useMemo, useState, type ReactNode } from 'react';
import { Button } from '../../elements/button';
import { EmptyNote } from '../../elements/pane';
import { Pick } from '../../elements/pick';
import { TabStrip } from '../../elements/tab-strip';
import { TAGS } from '../../messages/tags';
import { useText } from '../../messages/use-text';
import { useClientState } from '../../state/page-context';
import { DeclarationView } from '../contract/declaration-view';
import { FORMS } from '../contract/declarations';
import { useTokens } from '../contract/use-tokens';
import { Tester } from '../tester/tester';
import { AboutTool } from '../tools/about-tool';
import { FindingList } from '../tools/finding-list';
import { useFindings } from '../tools/use-findings';
import { AroundCalls } from './around-calls';
import { CallByAgent } from './call-by-agent';
import { CaseList } from './case-list';
import type { PackExport } from '@/lib/workshop/export-pack';
import { useExportTarget } from './export-target';
import { ExportView } from './export-view';
import { FixButton } from './fix-button';
import { askedPack } from '../pack-address';
import { PackUses } from './pack-uses';
import { useBench } from './use-workbench';
import { UsedBy } from './used-by';
import { inRow } from '../../messages/locale';

/** The result of a pack: its checks, a place to call each tool, what models are told about it, and exports. */
export function PackTools() {
  const [text, panes] = [useText('workshop'), useText('panes')];
  const name = useBench((state) => state.chosen);
  const kept = useBench((state) => state.packs?.find(({ pack }) => pack.name === name));
  const checked = useBench((state) => state.checked);
  const pool = useClientState((state) => state.pool);
  const told = useMemo(() => kept?.compiled?.tools ?? [], [kept]);
  const entries = useMemo(
    () =>
      told.flatMap((tool) => {
        const entry = pool.find((one) => one.name === tool.name);
        return entry && entry.tool.pack === name ? [entry] : [];
      }),
    [told, pool, name],
  );
  const [wanted, setWanted] = useState(() => askedPack().tool ?? '');
  const [shown, setShown] = useState('checks');
  const [target, setTarget] = useExportTarget();
  const entry = entries.find((one) => one.name === wanted) ?? entries[0];
  if (!kept?.compiled) {
    return (
      <div className="flex min-w-0 lg:flex-1">
        <EmptyNote>{text(checked === undefined ? 'looking' : 'toolsLater')}</EmptyNote>
      </div>
    );
  }
  return (
    <section
      aria-label={panes('PackTools')}
      data-pane="PackTools"
      tabIndex={-1}
      className="flex min-w-0 flex-col outline-none lg:min-h-0 lg:flex-1"
    >
      {checked?.ok === false && (
        <p role="status" className="border-b border-line px-3 py-1.5 text-xs text-wait">
          {text('lastCompiled')}
        </p>
      )}
      {checked?.ok && told.length > entries.length && (
        <p role="status" className="border-b border-line px-3 py-1.5 text-xs text-wait">
          {text('nameTaken', {
            names: inRow(told.flatMap((tool) => (entries.some((one) => one.name === tool.name) ? [] : [tool.name]))),
          })}
        </p>
      )}
      {entries.length > 1 && entry && (
        <div className="border-b border-line p-1.5">
          <Pick
            label={text('tool')}
            value={entry.name}
            options={entries.map((one) => ({ id: one.name, title: one.name }))}
            onPick={setWanted}
          />
        </div>
      )}
      {told.length > 0 && !entry ? (
        <EmptyNote>{text(pool.length === 0 ? 'loading' : 'noneUsable')}</EmptyNote>
      ) : (
        <Panel
          key={entry?.name}
          pack={kept.compiled}
          hooksAllowed={(kept.uses ?? USES).includes('hooks')}
          shown={shown}
          onShow={setShown}
          {...{ entry, target }}
          onTarget={setTarget}
        />
      )}
    </section>
  );
}

const fixOf = ({ tool, fix }: Finding): ReactNode => fix && <FixButton tool={tool} fix={fix} />;

/** The pack and one of its tools; a pack may have none. */
function Panel(props: {
  pack: CompiledPack;
  hooksAllowed: boolean;
  entry: PoolEntryView | undefined;
  shown: string;
  onShow: (tab: string) => void;
  target: PackExport['id'];
  onTarget: (target: PackExport['id']) => void;
}) {
  const { pack, hooksAllowed, entry, onShow, target, onTarget } = props;
  const text = useText('workshop');
  const checks = { id: 'checks', title: text('checks') };
  const exported = { id: 'export', title: text('export') };
  const ofTool = [
    { id: 'try', title: text('tryIt') },
    { id: 'about', title: text('about') },
  ];
  const tabs = entry ? [checks, ...ofTool, exported, ...FORMS] : [checks, exported];
  const shown = tabs.some(({ id }) => id === props.shown) ? props.shown : 'checks';
  const tokens = useTokens(useMemo(() => (entry ? [entry] : []), [entry])).get(entry?.name ?? '');
  const form = FORMS.find(({ id }) => id === shown);
  return (
    <>
      <TabStrip
        id="pack-tool"
        label={text('aboutTool', { name: entry?.name ?? pack.name })}
        active={shown}
        tabs={tabs}
        onSelect={onShow}
      />
      <div
        id="pack-tool-panel"
        role="tabpanel"
        aria-label={entry?.name ?? pack.name}
        className="flex h-[36rem] flex-col lg:h-auto lg:min-h-0 lg:flex-1"
      >
        {shown === 'checks' && <Checks {...{ pack, hooksAllowed, entry, tokens }} />}
        {/* Hidden, not removed: input and results stay while another tab is shown. */}
        {entry && (
          <div hidden={shown !== 'try'} className={shown === 'try' ? 'flex min-h-0 flex-1 flex-col' : undefined}>
            <Tester entry={entry} />
          </div>
        )}
        {shown === 'about' && entry && <AboutTool entry={entry} tokens={tokens} />}
        {shown === 'export' && <ExportView {...{ target, onTarget }} />}
        {form?.id === 'mcp' && (
          <p className="flex shrink-0 items-center gap-2 border-b border-line px-3 py-1.5 text-xs text-dim">
            {text('mcpTells')}
            <Button
              size="small"
              onClick={() => {
                onTarget('mcp-server');
                onShow('export');
              }}
            >
              {text('toMcpServer')}
            </Button>
          </p>
        )}
        {form && entry && <DeclarationView entry={entry} form={form} tokens={tokens} />}
      </div>
    </>
  );
}

function Checks(props: {
  pack: CompiledPack;
  hooksAllowed: boolean;
  entry: PoolEntryView | undefined;
  tokens: number | undefined;
}) {
  const { pack, hooksAllowed, entry, tokens } = props;
  const text = useText('workshop');
  return (
    <div
      role="region"
      aria-label={text('checks')}
      tabIndex={0}
      className="grid min-h-0 flex-1 auto-rows-max content-start gap-5 overflow-y-auto px-4 py-3"
    >
      {entry && (
        <p className="text-xs text-dim">
          {tokens === undefined ? (
            <code>{entry.name}</code>
          ) : (
            text.rich('costs', { ...TAGS, name: entry.name, tokens: String(tokens) })
          )}
        </p>
      )}
      <CaseList />
      <AroundCalls pack={pack} allowed={hooksAllowed} />
      <PackUses />
      {entry && <ChecksOfTool entry={entry} />}
    </div>
  );
}

function ChecksOfTool({ entry }: { entry: PoolEntryView }) {
  const findings = useFindings(entry);
  return (
    <>
      <FindingList findings={findings} mend={fixOf} />
      <CallByAgent entry={entry} />
      <UsedBy tool={entry.name} savedAt={entry.tool.savedAt} />
    </>
  );
}
