'use client';

import { parseAnyJson, type Language } from '@/lib/protocol';
import { validate, type JsonSchema } from '@/lib/schema';
import type { AnyTool } from '@/lib/tools/tool';
import { useDeferredValue, useMemo, useState } from 'react';
import { cx } from '../../elements/cx';
import { CodeEditor } from '../../elements/monaco';
import { useLocale, useText } from '../../messages/use-text';
import { markersOf } from '../call/markers';
import { ArgumentsForm } from './form/arguments-form';

const VIEWS = ['form', 'json', 'both'] as const;
type View = (typeof VIEWS)[number];

/** The same arguments as a form and as JSON: an edit in one shows in the other. The JSON is what is sent. */
export function ArgumentsEditor(props: {
  name: string;
  schema: JsonSchema;
  input: AnyTool['input'];
  args: string;
  onArgs: (args: string) => void;
  onCall: () => void;
}) {
  const { name, schema, input, args, onArgs, onCall } = props;
  const text = useText('tester');
  const [view, setView] = useState<View>('both');
  const looked = useDeferredValue(args);
  const language = useLocale();
  const issues = useMemo(() => issuesIn(input, looked, language), [input, looked, language]);
  const markers = useMemo(() => markersOf(looked, issues), [looked, issues]);
  return (
    <>
      <div role="group" aria-label={text('viewsLabel')} className="flex h-6 shrink-0 items-center gap-0.5 px-1.5">
        {VIEWS.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={view === one}
            onClick={() => setView(one)}
            className="rounded px-1.5 text-2xs text-dim hover:bg-hover hover:text-text aria-pressed:text-accent"
          >
            {text(one)}
          </button>
        ))}
        <span className="ml-auto pr-1.5 text-2xs text-faint" role="status">
          {markers.length > 0 ? text('misfit') : ''}
        </span>
      </div>
      {view !== 'json' && (
        <div
          role="region"
          aria-label={text('formFor', { name })}
          tabIndex={0}
          className={cx(
            '@container px-3 pt-1 pb-3 @2xl/tester:min-h-0 @2xl/tester:overflow-y-auto',
            view === 'both' ? '@2xl/tester:flex-[1.6]' : '@2xl/tester:flex-1',
          )}
        >
          <ArgumentsForm schema={schema} text={args} issues={issues} onChange={onArgs} />
        </div>
      )}
      {view !== 'form' && (
        <div className={cx('flex min-h-28 flex-1 flex-col', view === 'both' && 'border-t border-line')}>
          <CodeEditor
            label={text('argumentsFor', { name })}
            path="arguments.json"
            text={args}
            onChange={onArgs}
            onSave={onCall}
            markers={markers}
            schema={schema}
            wrap
          />
        </div>
      )}
    </>
  );
}

/** The issues that the pipeline would report; none if the text is not JSON. */
function issuesIn(input: AnyTool['input'], args: string, language: Language) {
  const parsed = parseAnyJson(args);
  const checked = parsed.ok ? validate(input, parsed.value, { language }) : undefined;
  return checked && !checked.ok ? checked.issues : [];
}
