'use client';

import type { ValidationIssue } from '@/lib/protocol';
import type { JsonSchema } from '@/lib/schema';
import { formatPath } from '@/lib/schema/path';
import { formOf, withoutValue, withValue, type Choices } from '@/lib/schema/form';
import { useMemo, useState } from 'react';
import { useLocale, useText } from '../../../messages/use-text';
import { FieldControl } from './fields';
import { EditsProvider, type Edits } from './edits';

/** The arguments of a call, field by field. The text is what is sent: an edit changes only one place in it. */
export function ArgumentsForm(props: {
  schema: JsonSchema;
  text: string;
  /** Shown at their fields. */
  issues?: readonly ValidationIssue[];
  onChange: (text: string) => void;
}) {
  const say = useText('tester');
  const language = useLocale();
  const { schema, text, issues, onChange } = props;
  const [choices, setChoices] = useState<Choices>({});
  const form = useMemo(() => formOf(schema, text, { choices, language }), [schema, text, choices, language]);
  const wrong = useMemo(() => new Map(issues?.map(({ path, message }) => [path, message])), [issues]);
  const edits: Edits = {
    write: (path, raw) => onChange(withValue(text, path, raw)),
    leaveOut: (path) => onChange(withoutValue(text, path)),
    choose(path, option, raw) {
      setChoices({ ...choices, [formatPath(path)]: option });
      onChange(withValue(text, path, raw));
    },
    issueAt: (path) => wrong.get(formatPath(path)),
  };
  if (!form.ok) return <p className="text-xs text-dim">{form.why}</p>;
  const { root } = form;
  if (root.control.kind === 'object' && root.control.fields.length === 0 && !root.control.open) {
    return <p className="text-xs text-dim">{say('noArguments')}</p>;
  }
  const described = root.control.kind === 'object' && root.control.fields.some(({ description }) => description);
  return (
    <EditsProvider value={edits}>
      {described && <p className="mb-2 text-xs text-faint">{say('descriptions')}</p>}
      <FieldControl field={root} control={root.control} />
    </EditsProvider>
  );
}
