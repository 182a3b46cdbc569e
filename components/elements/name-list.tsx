'use client';

import { X } from 'lucide-react';
import { useId, useState } from 'react';
import { useText } from '../messages/use-text';
import { Button, IconButton } from './button';

/** A list of names that a person adds to and removes from. */
export function NameList(props: {
  names: readonly string[];
  /** What a name stands for, such as `folder`. */
  what: string;
  /** The label of the text field. */
  label: string;
  placeholder: string;
  /** Names suggested while typing. */
  suggestions?: readonly string[];
  onChange: (names: readonly string[]) => void;
}) {
  const { names, what, label, placeholder, suggestions = [], onChange } = props;
  const [typed, setTyped] = useState('');
  const text = useText('marks');
  const id = useId();
  const list = suggestions.length > 0 ? id : undefined;
  return (
    <>
      {names.length > 0 && (
        <ul className="divide-y divide-line rounded-md border border-line">
          {names.map((name) => (
            <li key={name} className="flex items-center gap-2 py-0.5 pr-1 pl-2">
              <code className="min-w-0 flex-1 truncate text-xs">{name}</code>
              <IconButton
                label={text('remove', { what, name })}
                onClick={() => onChange(names.filter((other) => other !== name))}
              >
                <X aria-hidden size={13} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <form
        className="flex gap-1.5"
        onSubmit={(event) => {
          event.preventDefault();
          const name = typed.trim();
          if (name !== '' && !names.includes(name)) onChange([...names, name]);
          setTyped('');
        }}
      >
        <input
          aria-label={label}
          placeholder={placeholder}
          spellCheck={false}
          list={list}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          className="field min-w-0 flex-1 font-mono text-xs"
        />
        {list && (
          <datalist id={list}>
            {suggestions.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </datalist>
        )}
        <Button type="submit" disabled={typed.trim() === ''}>
          {text('add')}
        </Button>
      </form>
    </>
  );
}
