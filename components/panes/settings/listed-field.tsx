'use client';

import type { ReactNode } from 'react';

interface ListedFieldProps {
  id: string;
  label: string;
  value: string;
  onType: (text: string) => void;
  /** Suggested values; anything else may be typed. */
  choices: readonly { value: string; title: string }[];
  placeholder: string;
  maxLength: number;
  wrong?: boolean;
  inputMode?: 'url';
  /** Shown beside the field. */
  button: ReactNode;
  /** Shown below the field, and announced when it changes. */
  note: ReactNode;
}

/** A text field with a list of suggestions. */
export function ListedField(props: ListedFieldProps) {
  const { id, label, value, onType, choices, placeholder, maxLength, wrong = false, inputMode, button, note } = props;
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <div className="flex gap-1.5">
        <input
          id={id}
          list={`${id}-choices`}
          autoComplete="off"
          spellCheck={false}
          maxLength={maxLength}
          inputMode={inputMode}
          aria-describedby={`${id}-note`}
          aria-invalid={wrong}
          placeholder={placeholder}
          value={value}
          onChange={({ target }) => onType(target.value)}
          className="field min-w-0 flex-1 font-mono text-xs"
        />
        <datalist id={`${id}-choices`}>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.title}
            </option>
          ))}
        </datalist>
        {button}
      </div>
      <p id={`${id}-note`} role="status" className="min-h-4 text-xs break-words text-dim">
        {note}
      </p>
    </div>
  );
}
