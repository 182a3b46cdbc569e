'use client';

import type { FormField } from '@/lib/schema/form';
import { useState } from 'react';
import { Button } from '../../../elements/button';
import { useText } from '../../../messages/use-text';
import { useEdits } from './edits';
import { spoken } from './spoken';

/** Adds a field to an object, even one that is not in the schema. */
export function NewField({ field, taken, open }: { field: FormField; taken: readonly FormField[]; open: boolean }) {
  const { write } = useEdits();
  const text = useText('tester');
  const [name, setName] = useState('');
  const free = name !== '' && !taken.some(({ label, raw }) => label === name && raw !== undefined);
  const add = (): void => {
    if (!free) return;
    write([...field.path, name], '""');
    setName('');
  };
  return (
    <div className="flex min-w-0 gap-1.5">
      <input
        aria-label={field.path.length > 0 ? text('newFieldOf', { name: spoken(field, text) }) : text('newField')}
        placeholder={text(open ? 'anotherField' : 'unknownField')}
        spellCheck={false}
        value={name}
        onChange={({ target }) => setName(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.metaKey || event.ctrlKey) return;
          event.preventDefault();
          add();
        }}
        className="field h-6! w-64 min-w-0 font-mono text-xs"
      />
      <Button look="quiet" size="small" disabled={!free} onClick={add}>
        {text('addNewField')}
      </Button>
    </div>
  );
}
