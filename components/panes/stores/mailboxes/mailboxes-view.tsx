'use client';

import type { AgentMessage } from '@/lib/ports';
import { EmptyNote, PaneTitle } from '../../../elements/pane';
import { useClientState } from '../../../state/page-context';
import { useObserved } from '../../../state/use-observed';

/** What agents wrote to one another, and the teams they are in. */
export default function MailboxesView() {
  const messages = useObserved(useClientState((state) => state.ports.mailbox)) ?? [];
  const teams = useObserved(useClientState((state) => state.ports.teams)) ?? [];
  const agents = useClientState((state) => state.agents);
  const nameOf = (id: string): string => agents.find((agent) => agent.id === id)?.name ?? id;
  if (messages.length === 0 && teams.length === 0) {
    return (
      <EmptyNote>
        No agent has written to another. They do with <code>SendMessage</code>, and an agent in the background reports
        here when it is done.
      </EmptyNote>
    );
  }
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      {teams.length > 0 && (
        <>
          <PaneTitle>Teams</PaneTitle>
          <ul aria-label="Teams" className="grid gap-1 px-3 pb-2 text-xs">
            {teams.map(({ name, members }) => (
              <li key={name} className="flex gap-2">
                <b className="font-mono font-medium">{name}</b>
                <span className="text-dim">{members.map(nameOf).join(', ') || 'nobody yet'}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <PaneTitle>Messages</PaneTitle>
      <ol aria-label="Messages between agents" className="grid gap-2 px-3 pb-3">
        {messages.map((message) => (
          <InboxMessage key={message.id} message={message} nameOf={nameOf} />
        ))}
      </ol>
    </div>
  );
}

function InboxMessage({ message, nameOf }: { message: AgentMessage; nameOf: (id: string) => string }) {
  const { from, to, text, sentAt, readAt } = message;
  return (
    <li className="rounded-lg border border-line bg-panel px-2.5 py-1.5">
      <p className="flex items-baseline gap-1.5 text-2xs text-faint">
        <b className="font-mono font-medium text-text">{nameOf(from)}</b> to
        <b className="font-mono font-medium text-text">{nameOf(to)}</b>
        <span className="flex-1" />
        <span className={readAt === undefined ? 'text-wait' : undefined}>
          {readAt === undefined ? 'waits' : 'read'}
        </span>
        <time dateTime={new Date(sentAt).toISOString()}>{new Date(sentAt).toLocaleTimeString()}</time>
      </p>
      <p className="mt-0.5 text-xs break-words whitespace-pre-wrap text-dim">{text}</p>
    </li>
  );
}
