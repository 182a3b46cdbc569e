'use client';

import { Clock } from 'lucide-react';
import { useMemo } from 'react';
import { Button } from '../../elements/button';
import { useText } from '../../messages/use-text';
import { notLogged, sendAgain, takeBack } from '../../state/just-said';
import { useClientState, usePage, useUi } from '../../state/page-context';
import type { Said } from '../../state/ui';
import { PersonSays } from './person-says';

/** What was said and the log does not have yet. */
export function useBeingSaid(): readonly Said[] {
  const said = useUi((ui) => ui.said);
  const thread = useClientState((state) => state.thread);
  return useMemo(() => notLogged(said, thread).filter(({ at }) => at !== 'left'), [said, thread]);
}

/** What was said, where the log will have it: on its way, or not sent and what can be done about that. */
export const BeingSaid = () =>
  useBeingSaid().map((said) => (
    <div key={said.id} className="flex flex-row-reverse flex-wrap items-end gap-x-1.5">
      <PersonSays text={said.text} />
      <Progress said={said} />
    </div>
  ));

function Progress({ said }: { said: Said }) {
  const text = useText('conversation');
  const page = usePage();
  const failed = useClientState(({ status }) => status === 'error');
  if (said.at === 'unsent') {
    return (
      <p className="mt-1 flex w-full items-center justify-end gap-1 text-xs text-bad">
        {text('notSent')}
        <Button look="quiet" size="small" onClick={() => sendAgain(page, said)}>
          {text('sendAgain')}
        </Button>
        <Button look="quiet" size="small" onClick={() => takeBack(page.ui, [said])}>
          {text('edit')}
        </Button>
      </p>
    );
  }
  // What has failed is told of below, with what goes on with all of it.
  if (failed) return <p className="mt-1 w-full text-end text-xs text-bad">{text('notSent')}</p>;
  return (
    // It is told of only once it takes a moment, and beside the message, which keeps its place.
    <p className="shrink-0 py-2 text-faint transition-opacity delay-500 starting:opacity-0">
      <Clock aria-hidden size={13} />
      <span className="sr-only">{text('beingSent')}</span>
    </p>
  );
}
