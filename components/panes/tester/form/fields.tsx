'use client';

import type { Control, FormField } from '@/lib/schema/form';
import { Plus, X } from 'lucide-react';
import { useId, useState } from 'react';
import { Button, IconButton } from '../../../elements/button';
import { cx } from '../../../elements/cx';
import { InlineCode } from '../../../elements/inline-code';
import { useText } from '../../../messages/use-text';
import { ChoiceControl } from './choice-control';
import { useEdits } from './edits';
import { NewField } from './new-field';
import { spoken } from './spoken';
import { TextControl } from './text-control';

/** The control for a field's value. `id` belongs to the element that its label names. */
export function FieldControl({ field, control, id }: { field: FormField; control: Control; id?: string }) {
  switch (control.kind) {
    case 'object':
      return <ObjectFields field={field} fields={control.fields} open={control.open} />;
    case 'array':
      return <ItemFields field={field} items={control.items} next={control.next} />;
    case 'union':
      return <UnionControl field={field} control={control} id={id} />;
    case 'choice':
      return <ChoiceControl field={field} control={control} id={id} />;
    default:
      return <TextControl field={field} control={control} id={id} />;
  }
}

/** A value of several possible types: a choice of the type, then the value. */
function UnionControl(props: {
  field: FormField;
  control: Extract<Control, { kind: 'union' }>;
  id?: string | undefined;
}) {
  const { field, control, id } = props;
  const { choose, leaveOut } = useEdits();
  const text = useText('tester');
  const { options, chosen, inner } = control;
  return (
    <div className="grid min-w-0 gap-1.5">
      <span className="pick w-fit max-w-full">
        <select
          id={id}
          aria-label={id ? undefined : text('kindOf', { name: spoken(field, text) })}
          value={field.raw === undefined ? '' : String(chosen)}
          onChange={({ target }) => {
            const option = options[Number(target.value)];
            if (target.value === '') leaveOut(field.path);
            else if (option) choose(field.path, Number(target.value), option.start);
          }}
        >
          {field.path.length > 0 && <option value="">{text('leftOut')}</option>}
          {options.map(({ title }, index) => (
            <option key={title} value={index}>
              {title}
            </option>
          ))}
        </select>
      </span>
      {field.raw !== undefined && <FieldControl field={field} control={inner} />}
    </div>
  );
}

/** Fields shown until a person asks for more; those that are required or present are always shown. */
const SHOWN_FIELDS = 40;
/** Items shown until then. */
const SHOWN_ITEMS = 50;
/** The most rows added per click: thousands at once would freeze the page for a minute. */
const MOST_ROWS = 200;

/** The fields of an object, and a way to add one that the schema does not name. */
function ObjectFields(props: { field: FormField; fields: readonly FormField[]; open: boolean }) {
  const { field, fields, open } = props;
  const text = useText('tester');
  const [limit, setLimit] = useState(SHOWN_FIELDS);
  const shown = fields
    .filter(({ raw, required }, index) => raw !== undefined || required || index < limit)
    .slice(0, Math.max(limit, MOST_ROWS));
  const hidden = fields.length - shown.length;
  return (
    <div className="grid min-w-0 grid-cols-1 gap-2.5">
      {shown.map((part) => (
        <FieldRow key={part.label} field={part} />
      ))}
      {hidden > 0 && (
        <Button look="quiet" className="w-fit" onClick={() => setLimit(Math.max(limit, shown.length) + MOST_ROWS)}>
          {text('moreFields', { count: Math.min(hidden, MOST_ROWS) })}
        </Button>
      )}
      {(open || field.path.length === 0) && <NewField field={field} taken={fields} open={open} />}
    </div>
  );
}

/** The items of a list, and a button to add one. A full list can still grow: the call is sent and refused. */
function ItemFields(props: { field: FormField; items: readonly FormField[]; next: string | undefined }) {
  const { field, items, next } = props;
  const text = useText('tester');
  const { write } = useEdits();
  const [limit, setLimit] = useState(SHOWN_ITEMS);
  const shown = items.slice(0, limit);
  return (
    <div className="grid min-w-0 grid-cols-1 gap-2">
      {shown.map((item) => (
        <FieldRow key={item.label} field={item} />
      ))}
      {shown.length < items.length && (
        <Button look="quiet" className="w-fit" onClick={() => setLimit(limit + MOST_ROWS)}>
          {text('moreItems', { count: Math.min(items.length - limit, MOST_ROWS) })}
        </Button>
      )}
      {field.raw !== undefined && (
        <Button
          look="quiet"
          size="small"
          className="w-fit"
          aria-label={text('addItemTo', { name: spoken(field, text) })}
          title={next === undefined ? text('noRoom') : undefined}
          onClick={() => write([...field.path, items.length], next ?? 'null')}
        >
          <Plus aria-hidden size={12} /> {text('addItem')}
        </Button>
      )}
    </div>
  );
}

/** Whether the control contains fields of its own. */
const holdsFields = (control: Control): boolean =>
  control.kind === 'object' || control.kind === 'array' || (control.kind === 'union' && holdsFields(control.inner));

/** One field: its name, its control, its description, and a button to omit it. */
function FieldRow({ field }: { field: FormField }) {
  const { write, leaveOut, issueAt } = useEdits();
  const id = useId();
  const { label, required, raw, description, hint, extra, control, path } = field;
  const there = raw !== undefined;
  const nested = holdsFields(control);
  const text = useText('tester');
  const name = spoken(field, text);
  // A field of another type than the schema's, or that is not in it, says so already.
  const told = extra !== undefined || (control.kind === 'json' && control.why !== undefined);
  const issue = told ? undefined : issueAt(path);
  return (
    <div
      data-field={name}
      className={cx(
        'grid min-w-0 items-start gap-x-2 gap-y-1',
        !nested && 'grid-cols-[minmax(0,1fr)_auto] @md:grid-cols-[9rem_minmax(0,1fr)_auto]',
      )}
    >
      <div className="flex min-w-0 flex-wrap items-center gap-x-1.5 pt-1">
        <label htmlFor={id} title={description} className="max-w-full truncate font-mono text-xs text-text">
          {label}
        </label>
        {required && (
          <span className="text-2xs text-faint" title={text('requiredExplains')}>
            {text('required')}
          </span>
        )}
        {extra && (
          <span className={cx('text-2xs', extra === 'refused' ? 'text-bad' : 'text-faint')}>
            {text(extra === 'refused' ? 'notInSchema' : 'additional')}
          </span>
        )}
        {nested && (
          <Toggle {...{ there, name }} onAdd={() => write(path, field.start)} onRemove={() => leaveOut(path)} />
        )}
      </div>
      {(!nested || there || control.kind === 'union') && (
        <div
          className={cx(
            'grid min-w-0 gap-0.5',
            nested
              ? 'border-l border-line pl-3'
              : 'col-span-2 row-start-2 @md:col-span-1 @md:col-start-2 @md:row-start-1',
          )}
        >
          <FieldControl field={field} control={control} id={id} />
          {issue !== undefined && (
            <p id={`${id}-issue`} className="text-xs text-bad">
              <InlineCode text={issue} />
            </p>
          )}
          {(description || hint) && (
            <p className="line-clamp-2 text-xs text-faint" title={[description, hint].filter(Boolean).join('\n')}>
              {[hint, description].filter(Boolean).join(' · ')}
            </p>
          )}
        </div>
      )}
      {!nested && (
        <Toggle {...{ there, name }} onAdd={() => write(path, field.start)} onRemove={() => leaveOut(path)} />
      )}
    </div>
  );
}

function Toggle(props: { there: boolean; name: string; onAdd: () => void; onRemove: () => void }) {
  const { there, name, onAdd, onRemove } = props;
  const text = useText('tester');
  return there ? (
    <IconButton label={text('leaveOut', { name })} onClick={onRemove}>
      <X aria-hidden size={13} />
    </IconButton>
  ) : (
    <IconButton label={text('addField', { name })} onClick={onAdd}>
      <Plus aria-hidden size={13} />
    </IconButton>
  );
}
