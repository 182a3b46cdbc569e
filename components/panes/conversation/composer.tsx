'use client';

import type { ClientStatus } from '@/lib/client/state';
import { useState } from 'react';
import { cx } from '../../elements/cx';
import { Kbd } from '../../elements/kbd';
import { useAct, useClientState, useUi } from '../../state/page-context';
import { chordLabel } from '../../state/keys';
import { useMac } from '../../state/use-mac';

/** What sending would do to what goes on. */
const WARNINGS: Partial<Record<ClientStatus, string>> = {
  approval: 'Sending now cancels the call that waits for you.',
  tools: 'Sending now cancels the calls that run.',
  model: 'Sending now interrupts the answer.',
};

/** Where a person says something. */
export function Composer() {
  const say = useUi((ui) => ui.say);
  const [text, setText] = useState(say);
  const act = useAct();
  const mac = useMac();
  const warning = useClientState((state) => WARNINGS[state.status]);
  const watching = useClientState((state) => state.executor === 'elsewhere');
  const scripted = useClientState((state) => (state.options.model ?? 'scripted') === 'scripted');

  const send = (): void => {
    const prompt = text.trim();
    if (!prompt || watching) return;
    setText('');
    act((client) => client.send(prompt));
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      className="m-3 mt-2 grid shrink-0 grid-cols-[minmax(0,1fr)] gap-1 rounded-[10px] border border-line bg-panel px-3 py-2 focus-within:border-accent"
    >
      <textarea
        data-pane="Message"
        aria-label="Message"
        rows={1}
        autoFocus={say !== ''}
        value={text}
        disabled={watching}
        placeholder={
          watching ? 'Another tab runs this thread' : scripted ? 'Ask the script what it can do' : 'Say something'
        }
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          // In the middle of a word in another script, Enter chooses the word.
          if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
            event.preventDefault();
            send();
          }
        }}
        className="field-sizing-content max-h-40 min-h-5 w-full resize-none outline-none placeholder:text-faint disabled:opacity-60"
      />
      <div className="flex items-center justify-between gap-2 text-2xs text-faint">
        <span role="status" className={cx('min-w-0', warning && text.trim() ? 'text-wait' : 'truncate')}>
          {(text.trim() && warning) || (scripted ? 'A key for a real model goes in Settings.' : '')}
        </span>
        <button
          type="submit"
          disabled={!text.trim() || watching}
          className="flex items-center gap-1.5 rounded px-1 text-xs text-dim hover:text-text disabled:text-faint"
        >
          Send <Kbd>{chordLabel({ key: 'Enter' }, mac)}</Kbd>
        </button>
      </div>
    </form>
  );
}
