'use client';

import { fromLooseText, fromPlainText, isSentAsText, looseText, plainText } from '@/lib/schema/form';
import type { Control, FormField } from '@/lib/schema/form';
import { useId } from 'react';
import { Button } from '../../../elements/button';
import { useText } from '../../../messages/use-text';
import { useEdits } from './edits';
import { spoken } from './spoken';

const AREA = 'field field-sizing-content h-auto! max-h-48 min-h-7 w-full min-w-0 resize-none py-1! font-mono text-xs';

/** Text, a number, or JSON: whatever is typed is sent, valid or not. */
export function TextControl(props: { field: FormField; control: Control; id?: string | undefined }) {
  const { field, control, id } = props;
  const { write, issueAt } = useEdits();
  const say = useText('tester');
  const note = useId();
  const { raw = '', path } = field;
  const text = control.kind === 'text' ? plainText(raw) : undefined;
  const plain = control.kind === 'text' && (text !== undefined || field.raw === undefined);
  const value = field.raw === undefined ? '' : (text ?? looseText(raw));
  const json = control.kind === 'json' ? control : undefined;
  // For a field that is not in the schema, the mark beside its name already says what is wrong.
  const asText = !plain && field.raw !== undefined && json !== undefined && !field.extra && isSentAsText(value);
  const common = {
    id,
    value,
    'aria-label': id ? undefined : spoken(field, say),
    'aria-describedby': json?.why || asText ? note : id && `${id}-issue`,
    'aria-invalid': issueAt(path) !== undefined,
    placeholder: field.raw === undefined ? say('leftOut') : undefined,
    spellCheck: false,
  };
  const take = (written: string): void => write(path, plain ? fromPlainText(written) : fromLooseText(written));
  return (
    <>
      {(control.kind === 'text' && control.long) || control.kind === 'json' ? (
        <textarea {...common} rows={1} onChange={({ target }) => take(target.value)} className={AREA} />
      ) : (
        <input
          {...common}
          inputMode={control.kind === 'number' ? 'decimal' : undefined}
          onChange={({ target }) => take(target.value)}
          className="field w-full min-w-0 font-mono text-xs"
        />
      )}
      {(json?.why !== undefined || asText) && (
        <p id={note} className="flex flex-wrap items-center gap-x-2 text-xs text-wait">
          {json?.why} {asText && say('sentAsText')}
          {json?.why !== undefined && field.raw !== undefined && (
            <Button look="quiet" size="small" onClick={() => write(path, field.start)}>
              {say('startAgain')}
            </Button>
          )}
        </p>
      )}
    </>
  );
}
