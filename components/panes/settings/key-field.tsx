'use client';

import { useState } from 'react';
import { Button } from '../../elements/button';
import { useText } from '../../messages/use-text';
import type { ModelChoice } from '../../state/catalogue';
import { useAct, useClientState } from '../../state/page-context';

/** The key for one provider or one address. */
export function KeyField({ model, slot }: { model: ModelChoice; slot: string }) {
  const text = useText('settings');
  const act = useAct();
  const [key, setKey] = useState('');
  const [forgotten, setForgotten] = useState(false);
  const kept = useClientState((state) => state.keys.includes(slot));
  const address = slot.split('@')[1];
  // The key is sent in a header, so only printable ASCII works.
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
        {text('key')}
      </label>
      <p id="model-key-note" className="text-xs text-dim">
        {address === undefined ? text('keyNoteOnly', { provider: model.title }) : text('keyNote', { address })}
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
          placeholder={address === undefined ? model.keyHint : text('keyNone')}
          value={key}
          onChange={({ target }) => setKey(target.value)}
          className="field min-w-0 flex-1 font-mono text-xs"
        />
        <Button type="submit" disabled={!usable || (key.trim() === '' && !kept)}>
          {text(key.trim() || !kept ? 'useIt' : 'forgetIt')}
        </Button>
      </div>
      <p role="status" className="min-h-4 text-xs text-dim">
        {!usable && text('keyWrong')}
        {usable && kept && text('keyUsed')}
        {usable && !kept && forgotten && text('keyForgotten')}
        {usable &&
          !kept &&
          !forgotten &&
          address === undefined &&
          text('keyMissing', { variable: model.keyVariable ?? '' })}
      </p>
    </form>
  );
}
