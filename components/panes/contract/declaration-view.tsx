'use client';

import type { PoolEntryView } from '@/lib/client/tool-state';
import { toApiTool } from '@/lib/tools/api-tool';
import { useMemo } from 'react';
import { CopyButton } from '../../elements/copy-button';
import { CodeView } from '../../elements/monaco';
import { useText } from '../../messages/use-text';
import { useClientState } from '../../state/page-context';
import type { Form } from './declarations';
import { useExactTokens } from './use-exact-tokens';

/** One form of a tool, verbatim, with its cost. */
export function DeclarationView({
  entry,
  form,
  tokens,
}: {
  entry: PoolEntryView;
  form: Form;
  tokens: number | undefined;
}) {
  const discovery = useClientState((state) => state.options.discovery) ?? 'full';
  const text = useText('contract');
  const code = useMemo(
    () => JSON.stringify(form.of(toApiTool(entry.tool), discovery), null, 2),
    [form, entry, discovery],
  );
  return (
    <>
      <div className="flex min-h-8 shrink-0 items-center gap-2 border-b border-line py-0.5 pr-1.5 pl-3 text-xs text-dim">
        <p className="min-w-0 flex-1">{text(form.explains)}</p>
        <Cost counted={tokens} exact={useExactTokens(entry.tool)} />
        <CopyButton text={code} />
      </div>
      <CodeView label={text('codeOf', { name: entry.name, form: form.title })} path="form.json" text={code} wrap />
    </>
  );
}

function Cost({ counted, exact }: { counted: number | undefined; exact: number | undefined }) {
  const text = useText('contract');
  const tokens = exact ?? counted;
  if (tokens === undefined) return null;
  return (
    <span className="shrink-0 font-mono text-2xs tabular-nums" title={text(exact === undefined ? 'counted' : 'exact')}>
      {text('tokens', { count: `${exact === undefined ? '≈' : ''}${tokens}` })}
    </span>
  );
}
