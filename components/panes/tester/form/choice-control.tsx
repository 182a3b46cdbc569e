'use client';

import { plainText, type Control, type FormField } from '@/lib/schema/form';
import { useEdits } from './edits';
import { spoken } from './spoken';

/** One of a few values, or what stands there instead. */
export function ChoiceControl(props: {
  field: FormField;
  control: Extract<Control, { kind: 'choice' }>;
  id?: string | undefined;
}) {
  const { field, control, id } = props;
  const { write, leaveOut } = useEdits();
  const { choices, chosen } = control;
  const other = field.raw !== undefined && chosen < 0;
  return (
    <span className="pick w-fit max-w-full">
      <select
        id={id}
        aria-label={id ? undefined : spoken(field)}
        value={other ? 'other' : field.raw === undefined ? '' : String(chosen)}
        onChange={({ target }) => {
          const raw = choices[Number(target.value)];
          if (target.value === '') leaveOut(field.path);
          else if (raw !== undefined) write(field.path, raw);
        }}
      >
        {field.path.length > 0 && <option value="">left out</option>}
        {other && <option value="other">{field.raw} (not one of these)</option>}
        {choices.map((choice, index) => (
          <option key={choice} value={index}>
            {plainText(choice) || choice}
          </option>
        ))}
      </select>
    </span>
  );
}
