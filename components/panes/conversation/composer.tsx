'use client';

import type { ClientStatus } from '@/lib/client/state';
import { useEffect, useRef, useState } from 'react';
import { cx } from '../../elements/cx';
import { Button } from '../../elements/button';
import { Kbd } from '../../elements/kbd';
import { useText } from '../../messages/use-text';
import { useAct, useClientState, usePage, useUi } from '../../state/page-context';
import { forgetSaid, justSaid, say } from '../../state/just-said';
import { keepText, keptText } from '../../state/kept-text';
import { chordLabel } from '../../state/keys';
import { useMac } from '../../state/use-mac';

/** The message that says what sending would do to the current activity. */
const WARNINGS: Partial<Record<ClientStatus, 'sendApproval' | 'sendTools' | 'sendModel'>> = {
  approval: 'sendApproval',
  tools: 'sendTools',
  model: 'sendModel',
};

const DRAFT = 'message';

/** The characters of a message that fills its field in any case. */
const LONG = 20_000;

/** What a reload leaves to be sent: what was said and the log does not have, and what is typed. */
const leftToSend = (): string =>
  [...justSaid().map(({ text }) => text), keptText(DRAFT)].filter((text) => text !== '').join('\n\n');

/** What is typed and not sent: this tab keeps it, and what was refused or could not be sent comes back. */
function useDraft(first: string) {
  const { client } = usePage();
  const [typed, setTyped] = useState(first);
  const loading = useClientState(({ status }) => status === 'loading');
  const stopping = useClientState(({ status }) => status === 'stopping');
  const unsent = useClientState((state) => state.error?.unsent);
  const said = useClientState(({ thread }) => thread.messages.findLast(({ role }) => role === 'user')?.id);
  const type = (text: string): void => {
    // What came back is a draft like any other.
    if (typed && typed === leftToSend()) forgetSaid();
    setTyped(text);
    keepText(DRAFT, text);
  };
  useEffect(() => {
    if (said === undefined || justSaid().length === 0) return;
    const before = leftToSend();
    const inLog = new Set(client.store.getState().thread.messages.map(({ id }) => id));
    forgetSaid((id) => inLog.has(id));
    setTyped((now) => (now === before ? leftToSend() : now));
  }, [said, client]);
  useEffect(() => setTyped((now) => now || keptText(DRAFT)), []);
  const restored = useRef(false);
  useEffect(() => {
    // What the log has is known only once it is loaded.
    if (loading || restored.current) return;
    restored.current = true;
    setTyped((now) => (now === keptText(DRAFT) ? leftToSend() : now));
  }, [loading]);
  // A person who stops everything has taken back what was not sent.
  useEffect(() => {
    if (stopping) forgetSaid();
  }, [stopping]);
  useEffect(() => {
    if (unsent === undefined) return;
    forgetSaid();
    setTyped((now) => now || unsent);
    if (!keptText(DRAFT)) keepText(DRAFT, unsent);
  }, [unsent]);
  return [typed, type] as const;
}

/** The field in which a person writes messages. */
export function Composer() {
  const first = useUi((ui) => ui.say);
  const text = useText('conversation');
  const [typed, setTyped] = useDraft(first);
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
    setTyped('');
    act(say(prompt));
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
        onChange={({ target }) => setTyped(target.value)}
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
      <div className="flex items-center justify-between gap-2 text-2xs text-faint">
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
