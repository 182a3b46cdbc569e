'use client';

import { modelNameOf } from '@/lib/models/declarations/catalogue';
import { useState } from 'react';
import { Button } from '../../elements/button';
import { useText } from '../../messages/use-text';
import type { ModelChoice } from '../../state/catalogue';
import { useAct, useClientState } from '../../state/page-context';
import { ListedField } from './listed-field';

/** Which of a provider's models: any name, or one from its list. */
export function ModelNameField({ model }: { model: ModelChoice }) {
  const text = useText('settings');
  const act = useAct();
  const name = useClientState((state) => state.options.modelName) ?? '';
  const elsewhere = useClientState((state) => modelNameOf({ ...state.options, modelName: '' }) === '');
  const known = elsewhere ? [] : model.names;
  const [listed, setListed] = useState<readonly string[]>();
  const [said, setSaid] = useState('');
  const names = listed ?? known;

  const list = (): void => {
    setSaid(text('modelNameAsking'));
    act(async (client) => {
      const answer = await client.listModels();
      if (answer.ok) setListed(answer.value);
      setSaid(answer.ok ? text('modelNamesFound', { count: answer.value.length }) : answer.message);
    });
  };

  return (
    <ListedField
      id="model-name"
      label={text('modelName')}
      value={name}
      onType={(typed) => {
        const modelName = typed.trim();
        act((client) => client.setOptions({ modelName }));
      }}
      choices={names.map((one) => ({ value: one, title: one }))}
      placeholder={known[0] ?? text('modelNameElsewhere')}
      maxLength={200}
      button={<Button onClick={list}>{text('listThem')}</Button>}
      note={said || (elsewhere && name === '' && text('modelNameMissing'))}
    />
  );
}
