'use client';

import { SERVERS } from '@/lib/models/forms/catalogue';
import { useState } from 'react';
import { Button } from '../../elements/button';
import { useAct, useHostState } from '../../state/page-context';
import { ListedField } from './listed-field';

const LOCAL = /^https?:\/\/(localhost|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[)/;

const CHOICES = SERVERS.map(({ baseURL, title }) => ({ value: baseURL, title }));

/** Where an OpenAI-compatible server is. */
export function AddressField() {
  const act = useAct();
  const baseURL = useHostState((state) => state.options.baseURL) ?? '';
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
        choices={CHOICES}
        placeholder="OpenAI’s own; or https://…/v1"
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
            {!usable && 'An address begins with http:// or https:// and ends with its version, such as /v1.'}
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
