'use client';

import type { ClientStatus } from '@/lib/client/state';
import { useEffect } from 'react';
import { cx } from '../../elements/cx';
import { Button } from '../../elements/button';
import { Kbd } from '../../elements/kbd';
import { useText } from '../../messages/use-text';
import { useAct, useClientState, usePage, useUi } from '../../state/page-context';
import { restoreSaid, say } from '../../state/just-said';
import { chordLabel } from '../../state/keys';
import { useMac } from '../../state/use-mac';

/** The message that says what sending would do to the current activity. */
const WARNINGS: Partial<Record<ClientStatus, 'sendApproval' | 'sendTools' | 'sendModel'>> = {
  approval: 'sendApproval',
  tools: 'sendTools',
  model: 'sendModel',
};

/** The characters of a message that fills its field in any case. */
const LONG = 20_000;

/** The field in which a person writes messages. */
export function Composer() {
  const first = useUi((ui) => ui.say);
  const text = useText('conversation');
  const { ui } = usePage();
  const typed = useUi((ui) => ui.typed);
  const type = useUi((ui) => ui.type);
  useEffect(() => restoreSaid(ui), [ui]);
  const act = useAct();
  const mac = useMac();
  const warning = useClientState((state) => WARNINGS[state.status]);
  const watching = useClientState((state) => state.executor === 'elsewhere');
  const gone = useClientState((state) => state.error?.code === 'GONE');
  const scripted = useClientState((state) => (state.options.model ?? 'scripted') === 'scripted');

  const closed = watching || gone;
  const ready = typed.trim() !== '' && !closed;

  const send = (): void => {
    const prompt = typed.trim();
    if (!prompt || closed) return;
    type('');
    act(say(ui, prompt));
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
        aria-label={text('message')}
        rows={1}
        autoFocus={first !== ''}
        value={typed}
        disabled={closed}
        placeholder={text(watching ? 'watching' : scripted ? 'askScript' : 'saySomething')}
        onChange={({ target }) => type(target.value)}
        onKeyDown={(event) => {
          // While an input method composes a word, Enter accepts the word.
          if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
            event.preventDefault();
            send();
          }
        }}
        className={cx(
          'max-h-40 min-h-5 w-full resize-none outline-none placeholder:text-faint disabled:opacity-60',
          // A browser measures all of a text to size its field, at each key.
          typed.length > LONG ? 'h-40' : 'field-sizing-content',
        )}
      />
      <div className="flex items-center justify-between gap-2 text-xs text-faint">
        <span role="status" className={cx('min-w-0', warning && typed.trim() ? 'text-wait' : 'truncate')}>
          {typed.trim() && warning ? text(warning) : scripted && text('keyHint')}
        </span>
        <Button
          type="submit"
          look={ready ? 'primary' : 'quiet'}
          disabled={!ready}
          size={ready && first !== '' ? 'large' : 'small'}
        >
          {text('send')} <Kbd onAccent={ready}>{chordLabel({ key: 'Enter' }, mac)}</Kbd>
        </Button>
      </div>
    </form>
  );
}
