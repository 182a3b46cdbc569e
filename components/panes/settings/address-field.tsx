'use client';

import { SERVERS } from '@/lib/models/declarations/catalogue';
import { useState } from 'react';
import { Button } from '../../elements/button';
import type { ModelChoice } from '../../state/catalogue';
import { useAct, useClientState } from '../../state/page-context';
import { ListedField } from './listed-field';

const LOCAL = /^https?:\/\/(localhost|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[)/;

const CHOICES = SERVERS.map(({ baseURL, title }) => ({ value: baseURL, title }));
/** What is asked where no address is typed, and how one is written. */
const EXAMPLE: Readonly<Record<string, string>> = {
  openai: 'OpenAI’s own; or https://…/v1',
  anthropic: 'Anthropic’s own: https://api.anthropic.com',
};

/** Where the server of a model is. */
export function AddressField({ model }: { model: ModelChoice }) {
  const act = useAct();
  const baseURL = useClientState((state) => state.options.baseURL) ?? '';
  const [typed, setTyped] = useState(baseURL);
  const text = typed.trim();
  const usable = text === '' || (/^https?:\/\//.test(text) && URL.canParse(text));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (usable) act((host) => host.setOptions({ baseURL: text }));
      }}
    >
      <ListedField
        id="model-address"
        label="Address of the server"
        value={typed}
        onType={setTyped}
        choices={model.id === 'openai' ? CHOICES : []}
        placeholder={EXAMPLE[model.id] ?? 'https://…'}
        maxLength={500}
        wrong={!usable}
        inputMode="url"
        button={
          <Button type="submit" disabled={!usable || text === baseURL}>
            Use it
          </Button>
        }
        note={
          <>
            {!usable && 'An address begins with http:// or https://.'}
            {usable && LOCAL.test(text) && (
              <>
                This is a private address: whoever runs this server has to list it, as{' '}
                <code className="font-mono">TOOLYARD_ALLOW_HOSTS={hostOf(text)}</code>.
              </>
            )}
          </>
        }
      />
    </form>
  );
}

const hostOf = (address: string): string => URL.parse(address)?.host ?? '';
