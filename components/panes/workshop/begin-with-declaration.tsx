'use client';

import { fromDeclarations } from '@/lib/workshop/from-declarations';
import { useState } from 'react';
import { Button } from '../../elements/button';
import type { Files } from './keeper';

/** Begins a pack with what is declared elsewhere: a JSON Schema, or tools as a provider or an MCP server has them. */
export function BeginWithDeclaration({ onBegin }: { onBegin: (files: Files) => void }) {
  const [text, setText] = useState('');
  const [refused, setRefused] = useState('');
  const begin = (): void => {
    const made = fromDeclarations(text);
    if (made.ok) onBegin(made.files);
    else setRefused(made.reason);
  };
  return (
    <details>
      <summary className="cursor-pointer text-dim hover:text-text">A declaration or a JSON Schema…</summary>
      <div className="grid gap-2 pt-2">
        <textarea
          aria-label="Declaration or JSON Schema"
          aria-invalid={refused !== ''}
          placeholder="Tools as MCP, Anthropic, OpenAI or Gemini have them, or the schema of one tool’s input"
          rows={6}
          spellCheck={false}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setRefused('');
          }}
          className="field font-mono text-xs"
        />
        <p className="flex items-center gap-2">
          <Button onClick={begin}>Begin with it</Button>
          <span role="status" className="text-xs text-bad">
            {refused}
          </span>
        </p>
      </div>
    </details>
  );
}
