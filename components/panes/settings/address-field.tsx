'use client';

import { SERVERS } from '@/lib/models/declarations/catalogue';
import { ownValue } from '@/lib/protocol/own-value';
import { useState } from 'react';
import { Button } from '../../elements/button';
import { TAGS } from '../../messages/tags';
import { useText } from '../../messages/use-text';
import type { ModelChoice } from '../../state/catalogue';
import { useAct, useClientState } from '../../state/page-context';
import { ListedField } from './listed-field';

const LOCAL = /^https?:\/\/(localhost|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[)/;

const CHOICES = SERVERS.map(({ baseURL, title }) => ({ value: baseURL, title }));
/** The placeholder's message: the default address, and how to write another. */
const EXAMPLE = { openai: 'addressOpenai', anthropic: 'addressAnthropic' } as const;

/** The address of a model's server. */
export function AddressField({ model }: { model: ModelChoice }) {
  const text = useText('settings');
  const act = useAct();
  const example = ownValue(EXAMPLE, model.id);
  const baseURL = useClientState((state) => state.options.baseURL) ?? '';
  /** Undefined until something is typed: the client, which may know an address, may load after the dialog. */
  const [draft, setDraft] = useState<string>();
  const typed = draft ?? baseURL;
  const address = typed.trim();
  const wrong = whatIsWrong(address);
  const usable = wrong === undefined;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!usable) return;
        act((client) => client.setOptions({ baseURL: address }));
        setDraft(undefined);
      }}
    >
      <ListedField
        id="model-address"
        label={text('address')}
        value={typed}
        onType={setDraft}
        choices={model.id === 'openai' ? CHOICES : []}
        placeholder={example ? text(example) : 'https://…'}
        maxLength={500}
        wrong={!usable}
        inputMode="url"
        button={
          <Button type="submit" disabled={!usable || address === baseURL}>
            {text('useIt')}
          </Button>
        }
        note={
          <>
            {wrong && text(wrong)}
            {usable &&
              LOCAL.test(address) &&
              text.rich('addressPrivate', {
                host: hostOf(address),
                code: TAGS.code,
              })}
          </>
        }
      />
    </form>
  );
}

/** Why an address cannot be used; undefined if it can. */
function whatIsWrong(address: string): 'addressWrong' | 'addressUser' | undefined {
  if (address === '') return undefined;
  const url = URL.parse(address);
  if (!url || !/^https?:\/\//i.test(address)) return 'addressWrong';
  return url.username + url.password === '' ? undefined : 'addressUser';
}

const hostOf = (address: string): string => URL.parse(address)?.host ?? '';
