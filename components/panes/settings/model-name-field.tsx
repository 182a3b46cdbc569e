'use client';

import { modelNameOf } from '@/lib/models/declarations/catalogue';
import { useState } from 'react';
import { Button } from '../../elements/button';
import type { ModelChoice } from '../../state/catalogue';
import { useAct, useClientState } from '../../state/page-context';
import { ListedField } from './listed-field';

/** Which of a provider's models: any name, or one of its own list. */
export function ModelNameField({ model }: { model: ModelChoice }) {
  const act = useAct();
  const name = useClientState((state) => state.options.modelName) ?? '';
  const elsewhere = useClientState((state) => modelNameOf({ ...state.options, modelName: '' }) === '');
  const known = elsewhere ? [] : model.names;
  const [listed, setListed] = useState<readonly string[]>();
  const [said, setSaid] = useState('');
  const names = listed ?? known;

  const list = (): void => {
    setSaid('Asking…');
    act(async (client) => {
      const answer = await client.listModels();
      if (answer.ok) setListed(answer.value);
      setSaid(answer.ok ? `${answer.value.length} models: type, or choose from the list.` : answer.message);
    });
  };

  return (
    <ListedField
      id="model-name"
      label="Name of the model"
      value={name}
      onType={(text) => {
        const modelName = text.trim();
        act((client) => client.setOptions({ modelName }));
      }}
      choices={names.map((one) => ({ value: one, title: one }))}
      placeholder={known[0] ?? 'As the server calls it'}
      maxLength={200}
      button={<Button onClick={list}>List them</Button>}
      note={said || (elsewhere && name === '' && 'The server has to be told which model is meant: type its name.')}
    />
  );
}
