'use client';

import type { PoolEntryView } from '@/lib/client/tool-state';
import { toJsonSchema } from '@/lib/schema';
import { formOf, type Control, type FormField } from '@/lib/schema/form';
import { useMemo, type ReactNode } from 'react';
import { TextBlock } from '../../elements/text-block';
import type { Text } from '../../messages/text';
import { useSaid } from '../../messages/use-said';
import { useLocale, useText } from '../../messages/use-text';
import { usePage } from '../../state/page-context';
import { examplesOf } from '../contract/example-args';
import { inRow } from '../../messages/locale';

/** What is known about a tool: its description for models, its fields, its annotations, its cost, and two example calls. */
export function AboutTool({
  entry,
  tokens,
  children,
}: {
  entry: PoolEntryView;
  tokens: number | undefined;
  /** Additional content. */
  children?: ReactNode;
}) {
  const { tool } = entry;
  const { catalogue } = usePage();
  const [text, label] = [useText('tools'), useSaid('label')];
  const examples = useMemo(() => examplesOf(tool), [tool]);
  const line = catalogue.tools.find(({ name }) => name === tool.name)?.lineTokens;
  return (
    <div
      role="region"
      aria-label={text('aboutTool', { name: tool.name })}
      tabIndex={0}
      className="grid min-h-0 flex-1 auto-rows-max grid-cols-1 content-start gap-5 overflow-y-auto px-4 py-3"
    >
      <Part title={text('told')}>
        <p className="max-w-[80ch] break-words whitespace-pre-wrap">{tool.description}</p>
      </Part>
      <Part title={text('fields')}>
        <Fields entry={entry} />
      </Part>
      <Part title={text('mayDo')}>
        <Facts
          facts={[
            [text('onlyReads'), text(tool.onlyReads ? 'yes' : 'no')],
            [text('hints'), hintsOf(tool.annotations, text)],
            [text('kind'), label(tool.kind)],
            [text('category'), label(tool.category)],
            [text('tier'), label(tool.tier)],
            [text('needs'), inRow(tool.capabilities) || text('nothing')],
            ...(tool.executor !== undefined && tool.executor !== tool.name
              ? [[text('runsAs'), tool.executor] as const]
              : []),
          ]}
        />
      </Part>
      <Part title={text('costs')}>
        <Facts
          facts={[
            [
              text('wholeForm'),
              tokens === undefined ? text('notCounted') : text('aboutTokens', { count: String(tokens) }),
            ],
            ...(line === undefined ? [] : [[text('indexLine'), text('aboutTokens', { count: String(line) })] as const]),
            ...(tool.outputLimit === undefined
              ? []
              : [[text('resultLimit'), text('characters', { count: tool.outputLimit })] as const]),
          ]}
        />
      </Part>
      <Part title={text('examples')}>
        <div className="grid max-w-5xl gap-3 md:grid-cols-2">
          <Example title={text('goodCall')} input={examples.good} />
          {examples.bad && <Example title={text('badCall')} input={examples.bad} />}
        </div>
      </Part>
      {children}
    </div>
  );
}

function Fields({ entry: { tool } }: { entry: PoolEntryView }) {
  const text = useText('tools');
  const language = useLocale();
  const form = useMemo(() => formOf(toJsonSchema(tool.input), '{}', { language }), [tool, language]);
  const fields = form.ok ? fieldsIn(form.root.control) : [];
  if (fields.length === 0) return <p className="text-dim">{text('fieldsNone')}</p>;
  return (
    <dl className="grid max-w-[90ch] grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
      {fields.map(({ label, required, description, hint }) => (
        <div key={label} className="contents">
          <dt className="font-mono text-xs">
            {label}
            {required && <span className="ml-1.5 font-sans text-2xs text-faint">{text('required')}</span>}
          </dt>
          <dd className="min-w-0 text-xs break-words text-dim">
            {[hint, description].filter(Boolean).join(' · ') || '—'}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const fieldsIn = (control: Control): readonly FormField[] => {
  if (control.kind === 'union') return fieldsIn(control.inner);
  return control.kind === 'object' ? control.fields : [];
};

const HINTS = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;

const hintsOf = (annotations: PoolEntryView['tool']['annotations'], text: Text<'tools'>): string =>
  inRow(HINTS.flatMap((hint) => (annotations[hint] ? [text(hint)] : []))) || text('noHints');

function Facts({ facts }: { facts: readonly (readonly [string, string])[] }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-xs">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-dim">{name}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const Example = ({ title, input }: { title: string; input: object }) => (
  <div className="grid content-start gap-1">
    <h3 className="text-2xs text-faint">{title}</h3>
    <TextBlock label={title}>{JSON.stringify(input, null, 2)}</TextBlock>
  </div>
);

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid min-w-0 gap-1.5">
      <h2 className="text-xs font-semibold">{title}</h2>
      {children}
    </section>
  );
}
