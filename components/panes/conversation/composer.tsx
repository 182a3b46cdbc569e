'use client';

import { useState } from 'react';
import { Kbd } from '../../elements/kbd';
import { useAct, useHostState } from '../../state/page-context';
import { isBusy } from '../../state/status';
import { chordLabel } from '../../state/keys';
import { useMac } from '../../state/use-mac';

/** Where a person says something. */
export function Composer() {
  const [text, setText] = useState('');
  const act = useAct();
  const mac = useMac();
  const busy = useHostState((state) => isBusy(state.status));
  const watching = useHostState((state) => state.hands === 'elsewhere');
  const scripted = useHostState((state) => (state.options.model ?? 'scripted') === 'scripted');

  const send = (): void => {
    const prompt = text.trim();
    if (!prompt || watching) return;
    setText('');
    act((host) => host.send(prompt));
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
        value={text}
        disabled={watching}
        placeholder={
          watching ? 'Another tab runs this thread' : scripted ? 'Ask the script what it can do' : 'Say something'
        }
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) {
            event.preventDefault();
            send();
          }
        }}
        className="field-sizing-content max-h-40 min-h-5 w-full resize-none outline-none placeholder:text-faint disabled:opacity-60"
      />
      <div className="flex items-center justify-between gap-2 text-2xs text-faint">
        <span className="min-w-0 truncate">
          {scripted ? 'A key for a real model goes in Settings.' : busy ? 'Sending now interrupts what runs.' : ''}
        </span>
        <button
          type="submit"
          disabled={!text.trim() || watching}
          className="flex items-center gap-1.5 rounded px-1 text-xs text-dim hover:text-text disabled:text-faint"
        >
          Send <Kbd>{chordLabel({ key: 'Enter', command: true }, mac)}</Kbd>
        </button>
      </div>
    </form>
  );
}
