'use client';

import { useState } from 'react';
import { Button } from '../../elements/button';
import type { ModelChoice } from '../../state/catalogue';
import { useAct, useHostState } from '../../state/page-context';

/** Which of a provider's models: any name, or one of its own list. */
export function ModelNameField({ model }: { model: ModelChoice }) {
  const act = useAct();
  const name = useHostState((state) => state.options.modelName) ?? '';
  const elsewhere = useHostState((state) => model.anywhere === true && Boolean(state.options.baseURL));
  const known = elsewhere ? [] : model.names;
  const [listed, setListed] = useState<readonly string[]>();
  const [said, setSaid] = useState('');
  const names = listed ?? known;

  const list = (): void => {
    setSaid('Asking…');
    act(async (host) => {
      const answer = await host.listModels();
      if (answer.ok) setListed(answer.value);
      setSaid(answer.ok ? `${answer.value.length} models: type, or choose from the list.` : answer.message);
    });
  };

  return (
    <div className="grid gap-1">
      <label htmlFor="model-name" className="font-medium">
        Name of the model
      </label>
      <div className="flex gap-1.5">
        <input
          id="model-name"
          list="model-names"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          placeholder={known[0] ?? 'As the server calls it'}
          value={name}
          onChange={({ target }) => {
            const modelName = target.value.trim();
            act((host) => host.setOptions({ modelName }));
          }}
          className="field min-w-0 flex-1 font-mono text-xs"
        />
        <datalist id="model-names">
          {names.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </datalist>
        <Button onClick={list}>List them</Button>
      </div>
      <p role="status" className="min-h-4 text-xs break-words text-dim">
        {said || (elsewhere && name === '' && 'The server has to be told which model is meant: type its name.')}
      </p>
    </div>
  );
}
