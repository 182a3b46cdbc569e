'use client';

import { SERVERS } from '@/lib/models/forms/catalogue';
import { useState } from 'react';
import { Button } from '../../elements/button';
import { useAct, useHostState } from '../../state/page-context';

const LOCAL = /^https?:\/\/(localhost|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[)/;

/** Where an OpenAI-compatible server is. */
export function AddressField() {
  const act = useAct();
  const baseURL = useHostState((state) => state.options.baseURL) ?? '';
  const [typed, setTyped] = useState(baseURL);
  const text = typed.trim();
  const usable = text === '' || (/^https?:\/\//.test(text) && URL.canParse(text));
  return (
    <form
      className="grid gap-1"
      onSubmit={(event) => {
        event.preventDefault();
        if (usable) act((host) => host.setOptions({ baseURL: text }));
      }}
    >
      <label htmlFor="model-address" className="font-medium">
        Address of the server
      </label>
      <div className="flex gap-1.5">
        <input
          id="model-address"
          list="model-addresses"
          autoComplete="off"
          spellCheck={false}
          maxLength={500}
          inputMode="url"
          aria-describedby="model-address-note"
          aria-invalid={!usable}
          placeholder="OpenAI’s own; or https://…/v1"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          className="field min-w-0 flex-1 font-mono text-xs"
        />
        <datalist id="model-addresses">
          {SERVERS.map((server) => (
            <option key={server.baseURL} value={server.baseURL}>
              {server.title}
            </option>
          ))}
        </datalist>
        <Button type="submit" disabled={!usable || text === baseURL}>
          Use it
        </Button>
      </div>
      <p id="model-address-note" className="min-h-4 text-xs text-dim">
        {!usable && 'An address begins with http:// or https:// and ends with its version, such as /v1.'}
        {usable && LOCAL.test(text) && (
          <>
            This is a private address: whoever runs this server has to list it, as{' '}
            <code className="font-mono">TOOLYARD_ALLOW_HOSTS={hostOf(text)}</code>.
          </>
        )}
      </p>
    </form>
  );
}

const hostOf = (address: string): string => URL.parse(address)?.host ?? '';
