import type { JsonSchema } from '@/lib/schema';
import { useId } from 'react';
import { argsOf, fieldsOf, toText, withField, written, type Args, type FormField } from './fields';

/** The arguments of a call, a field at a time. */
export function ArgumentsForm(props: { schema: JsonSchema; text: string; onChange: (text: string) => void }) {
  const { schema, text, onChange } = props;
  const args = argsOf(text);
  if (!args) return <p className="text-xs text-dim">These arguments are no JSON object. The JSON view shows them.</p>;
  const fields = fieldsOf(schema);
  if (fields.length === 0) return <p className="text-xs text-dim">This tool takes no arguments.</p>;
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-2 gap-y-1.5">
      {fields.map((field) => (
        <FieldRow key={field.name} field={field} args={args} onChange={(next) => onChange(toText(next))} />
      ))}
    </div>
  );
}

function FieldRow({ field, args, onChange }: { field: FormField; args: Args; onChange: (args: Args) => void }) {
  const id = useId();
  const value = written(field, args);
  const common = { id, value, title: field.description };
  const set = (text: string): void => onChange(withField(args, field, text));
  return (
    <>
      <label htmlFor={id} title={field.description} className="pt-1.5 font-mono text-xs text-dim">
        {field.name}
        {field.required && <span className="text-faint"> *</span>}
      </label>
      {field.kind === 'choice' ? (
        <span className="pick w-fit">
          <select {...common} onChange={({ target }) => set(target.value)}>
            <option value="">left out</option>
            {field.choices.map((choice) => (
              <option key={choice} value={choice}>
                {choice}
              </option>
            ))}
          </select>
        </span>
      ) : field.kind === 'number' ? (
        <input
          {...common}
          inputMode="decimal"
          spellCheck={false}
          onChange={({ target }) => set(target.value)}
          className="field min-w-0 font-mono text-xs"
        />
      ) : (
        <textarea
          {...common}
          rows={1}
          spellCheck={false}
          placeholder={field.kind === 'json' ? 'JSON' : undefined}
          onChange={({ target }) => set(target.value)}
          className="field field-sizing-content h-auto! max-h-40 min-h-7 min-w-0 resize-none py-1! font-mono text-xs"
        />
      )}
    </>
  );
}
