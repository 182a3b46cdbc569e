'use client';

import { fromDeclarations } from '@/lib/workshop/from-declarations';
import { readOpenApi } from '@/lib/workshop/from-openapi';
import { useMemo, useState } from 'react';
import { Button } from '../../elements/button';
import { Pick } from '../../elements/pick';
import { useSaid } from '../../messages/use-said';
import { useText } from '../../messages/use-text';
import { FileButton } from './file-button';
import type { PackSources } from './workbench-state';

/** The largest file read, bytes: about as much as a person could still look through. */
const MOST_BYTES = 5_000_000;

/** Starts a pack from existing declarations: a JSON Schema, tools of a provider or an MCP server, or an API. */
export function BeginWithDeclaration({ onBegin }: { onBegin: (files: PackSources) => void }) {
  const [say, said] = [useText('workshop'), useSaid()];
  const [text, setText] = useState('');
  const [refused, setRefused] = useState('');
  const [operation, setOperation] = useState('');
  const operations = useMemo(() => readOpenApi(text) ?? [], [text]);
  const type = (typed: string): void => {
    setText(typed);
    setRefused('');
    setOperation('');
  };
  const read = async (file: File): Promise<void> => {
    if (file.size <= MOST_BYTES) type(await file.text());
    else setRefused(say('tooLarge', { file: file.name, count: MOST_BYTES / 1_000_000 }));
  };
  const begin = (): void => {
    const made = fromDeclarations(text, operation === '' ? undefined : operation);
    if (made.ok) onBegin(made.files);
    else setRefused(said(made.reason));
  };
  return (
    <details>
      <summary className="cursor-pointer text-dim hover:text-text">{say('declaration')}</summary>
      <div className="grid gap-2 pt-2">
        <textarea
          aria-label={say('declarationLabel')}
          aria-invalid={refused !== ''}
          placeholder={say('declarationExample')}
          rows={6}
          spellCheck={false}
          value={text}
          onChange={({ target }) => type(target.value)}
          className="field font-mono text-xs"
        />
        <p className="flex flex-wrap items-center gap-2">
          {operations.length > 1 && (
            <Pick
              label={say('operation')}
              value={operation}
              options={[
                { id: '', title: say('operations', { count: operations.length }) },
                ...operations.map(({ name, method, url }) => ({ id: name, title: `${name}: ${method} ${url}` })),
              ]}
              onPick={setOperation}
            />
          )}
          <FileButton
            label={say('declarationFile')}
            accept=".json,.yaml,.yml,application/json"
            onFile={(file) => void read(file)}
          >
            {say('fromFile')}
          </FileButton>
          <Button look="primary" disabled={text.trim() === ''} onClick={begin}>
            {say('beginWith')}
          </Button>
          <span role="status" className="text-xs text-bad">
            {refused}
          </span>
        </p>
      </div>
    </details>
  );
}
