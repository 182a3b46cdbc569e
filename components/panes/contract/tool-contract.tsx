'use client';

import type { PoolEntryView } from '@/lib/client/tool-state';
import { useState } from 'react';
import { timeOf } from '../../elements/format';
import { SourceBadge } from '../../elements/source-badge';
import { TabStrip } from '../../elements/tab-strip';
import { useLocale, useText } from '../../messages/use-text';
import { useUi } from '../../state/page-context';
import { whyOff } from '../../state/tool-labels';
import { DeclarationView } from './declaration-view';
import { FORMS } from './declarations';
import { Tester } from '../tester/tester';

/** What is known about one tool: its forms, and a place to call it. */
export function ToolContract(props: {
  entry: PoolEntryView;
  tokens: number | undefined;
  /** Arguments that a person wants to try, at once or later. */
  draft?: { readonly args: string; readonly later?: true } | undefined;
}) {
  const { entry, tokens, draft } = props;
  const [text, locale] = [useText('contract'), useLocale()];
  const { tool, name, kind, source, replaces } = entry;
  const [shown, setShown] = useState<string>((draft === undefined || draft.later ? FORMS[0]?.id : undefined) ?? 'try');
  const form = FORMS.find(({ id }) => id === shown);
  const off = whyOff(entry);
  const askWhy = useUi((ui) => ui.askWhy);
  return (
    <div className="@container flex min-w-0 flex-1 flex-col">
      <TabStrip
        id="contract"
        label={text('forms', { name })}
        active={shown}
        tabs={[...FORMS, { id: 'try', title: text('tryIt') }]}
        onSelect={setShown}
      >
        <span className="hidden min-w-0 items-center gap-1.5 self-center pr-1 text-2xs text-faint @min-[520px]:flex">
          {off && (
            <span className="text-dim" title={off}>
              {text('off')}
            </span>
          )}
          <span>{kind}</span>
          <span title={text('tier')}>{tool.tier}</span>
          <SourceBadge source={source} />
          {replaces && <span>{text('replaces', { source: replaces })}</span>}
        </span>
      </TabStrip>
      {tool.savedAt !== undefined && (
        <p className="shrink-0 border-b border-line px-3 py-1 text-xs text-dim">
          {text('version', { pack: tool.pack ?? '', time: timeOf(tool.savedAt, locale) })}
        </p>
      )}
      <div
        id="contract-panel"
        role="tabpanel"
        aria-label={form ? text('formOf', { name, form: form.title }) : text('tryTool', { name })}
        className="flex min-h-0 flex-1 flex-col"
      >
        {form ? (
          <DeclarationView entry={entry} form={form} tokens={tokens} />
        ) : (
          <Tester entry={entry} start={draft?.args} onDryRun={(args) => askWhy({ name, args })} />
        )}
      </div>
    </div>
  );
}
