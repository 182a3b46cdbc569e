'use client';

import { plainText, type Control, type FormField } from '@/lib/schema/form';
import { useText } from '../../../messages/use-text';
import { useEdits } from './edits';
import { spoken } from './spoken';

/** A choice among a few values; a present value that is none of them is shown too. */
export function ChoiceControl(props: {
  field: FormField;
  control: Extract<Control, { kind: 'choice' }>;
  id?: string | undefined;
}) {
  const { field, control, id } = props;
  const { write, leaveOut, issueAt } = useEdits();
  const text = useText('tester');
  const { choices, chosen } = control;
  const other = field.raw !== undefined && chosen < 0;
  return (
    <span className="pick w-fit max-w-full">
      <select
        id={id}
        aria-label={id ? undefined : spoken(field, text)}
        aria-describedby={id && `${id}-issue`}
        aria-invalid={issueAt(field.path) !== undefined}
        value={other ? 'other' : field.raw === undefined ? '' : String(chosen)}
        onChange={({ target }) => {
          const raw = choices[Number(target.value)];
          if (target.value === '') leaveOut(field.path);
          else if (raw !== undefined) write(field.path, raw);
        }}
      >
        {field.path.length > 0 && <option value="">{text('leftOut')}</option>}
        {other && <option value="other">{text('notOneOf', { value: field.raw ?? '' })}</option>}
        {choices.map((choice, index) => (
          <option key={choice} value={index}>
            {plainText(choice) || choice}
          </option>
        ))}
      </select>
    </span>
  );
}
