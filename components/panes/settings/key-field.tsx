'use client';

import { useState } from 'react';
import { Button } from '../../elements/button';
import type { ModelChoice } from '../../state/catalogue';
import { useAct, useClientState } from '../../state/page-context';

/** The key of one provider, or of one address. */
export function KeyField({ model, slot }: { model: ModelChoice; slot: string }) {
  const act = useAct();
  const [key, setKey] = useState('');
  const [forgotten, setForgotten] = useState(false);
  const kept = useClientState((state) => state.keys.includes(slot));
  const address = slot.split('@')[1];
  // It travels in a header.
  const usable = /^[\x21-\x7e]*$/.test(key.trim());
  return (
    <form
      className="grid gap-1"
      onSubmit={(event) => {
        event.preventDefault();
        if (!usable) return;
        act((client) => client.setKey(key.trim()));
        setForgotten(key.trim() === '');
        setKey('');
      }}
    >
      <label htmlFor="model-key" className="font-medium">
        Key for the model
      </label>
      <p id="model-key-note" className="text-xs text-dim">
        Stays in this tab, travels with each request to this server, and is never stored or logged. It is sent to{' '}
        {address ?? `${model.title} and nobody else`}.
      </p>
      <div className="flex gap-1.5 pt-1">
        <input
          id="model-key"
          autoFocus={address === undefined && !kept}
          type="password"
          autoComplete="off"
          spellCheck={false}
          aria-invalid={!usable}
          aria-describedby="model-key-note"
          placeholder={address === undefined ? model.keyHint : 'Empty, where the server wants none'}
          value={key}
          onChange={({ target }) => setKey(target.value)}
          className="field min-w-0 flex-1 font-mono text-xs"
        />
        <Button type="submit" disabled={!usable || (key.trim() === '' && !kept)}>
          {key.trim() || !kept ? 'Use it' : 'Forget it'}
        </Button>
      </div>
      <p role="status" className="min-h-4 text-xs text-dim">
        {!usable && 'A key has no spaces, and only letters, digits and signs of ASCII.'}
        {usable && kept && 'This tab uses the key.'}
        {usable && !kept && forgotten && 'This tab has no key.'}
        {usable &&
          !kept &&
          !forgotten &&
          address === undefined &&
          `No key is typed. Type one, or run the server with ${model.keyVariable}.`}
      </p>
    </form>
  );
}
