'use client';

import type { AgentMessage } from '@/lib/ports';
import type { ReactNode } from 'react';
import { clockOf } from '../../../elements/format';
import { EmptyNote, PaneTitle } from '../../../elements/pane';
import { TAGS } from '../../../messages/tags';
import { useSaid } from '../../../messages/use-said';
import { useLocale, useText } from '../../../messages/use-text';
import { useClientState } from '../../../state/page-context';
import { useObserved } from '../../../state/use-observed';
import { inRow } from '../../../messages/locale';

/** Messages between agents, and the teams they belong to. */
export default function MailboxesView() {
  const text = useText('storeViews');
  const messages = useObserved(useClientState((state) => state.ports.mailbox)) ?? [];
  const teams = useObserved(useClientState((state) => state.ports.teams)) ?? [];
  const agents = useClientState((state) => state.agents);
  const nameOf = (id: string): string => agents.find((agent) => agent.id === id)?.name ?? id;
  if (messages.length === 0 && teams.length === 0) {
    return <EmptyNote>{text.rich('mailNone', TAGS)}</EmptyNote>;
  }
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      {teams.length > 0 && (
        <>
          <PaneTitle>{text('teams')}</PaneTitle>
          <ul aria-label={text('teams')} className="grid gap-1 px-3 pb-2 text-xs">
            {teams.map(({ name, members }) => (
              <li key={name} className="flex gap-2">
                <b className="font-mono font-medium">{name}</b>
                <span className="text-dim">{inRow(members.map(nameOf)) || text('nobody')}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <PaneTitle>{text('messages')}</PaneTitle>
      <ol aria-label={text('messagesBetween')} className="grid gap-2 px-3 pb-3">
        {messages.map((message) => (
          <InboxMessage key={message.id} message={message} nameOf={nameOf} />
        ))}
      </ol>
    </div>
  );
}

const nameLook = (chunks: ReactNode) => <b className="font-mono font-medium text-text">{chunks}</b>;

function InboxMessage({ message, nameOf }: { message: AgentMessage; nameOf: (id: string) => string }) {
  const { from, to, sentAt, readAt } = message;
  const [text, told, locale] = [useText('storeViews'), useSaid('told'), useLocale()];
  return (
    <li className="rounded-lg border border-line bg-panel px-2.5 py-1.5">
      <p className="flex items-baseline gap-1.5 text-2xs text-faint">
        <span>{text.rich('fromTo', { from: nameOf(from), to: nameOf(to), name: nameLook })}</span>
        <span className="flex-1" />
        <span className={readAt === undefined ? 'text-wait' : undefined}>
          {text(readAt === undefined ? 'unread' : 'read')}
        </span>
        <time dateTime={new Date(sentAt).toISOString()}>{clockOf(sentAt, locale)}</time>
      </p>
      <p className="mt-0.5 text-xs break-words whitespace-pre-wrap text-dim">{told(message.text)}</p>
    </li>
  );
}
