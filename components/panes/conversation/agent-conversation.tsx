'use client';

import type { AgentView } from '@/lib/client/agent-view';
import type { CallView } from '@/lib/client/state';
import { currentRun, groupBy, readInboxMessage } from '@/lib/protocol';
import { ExternalLink, Square } from 'lucide-react';
import { useMemo } from 'react';
import { Button } from '../../elements/button';
import { useText } from '../../messages/use-text';
import { useAct } from '../../state/page-context';
import { AgentLine } from './agent-line';
import { MessageItem, messageText } from './messages';

const NO_CALLS: readonly CallView[] = [];

/** A sub-agent's own conversation, inside the card of the call that started it. */
export default function AgentConversation({ agent }: { agent: AgentView }) {
  const act = useAct();
  const text = useText('thread');
  const { thread, calls, live, id, name, worktree } = agent;
  const byMessage = useMemo(() => groupBy(calls, ({ messageId }) => messageId), [calls]);
  const speaking = live && currentRun(thread)?.status === 'live';
  const last = thread.messages.at(-1)?.id;
  return (
    <section aria-label={text('conversationOf', { name })} className="border-t border-dashed border-line py-1.5">
      <AgentLine agent={agent} />
      <div className="ml-3 grid grid-cols-1 gap-2.5 border-l-2 border-line py-1 pr-2.5 pl-3">
        {thread.messages.length === 0 && (
          <p className="text-xs text-dim">{text(live ? 'agentBegins' : 'agentUnreadable')}</p>
        )}
        {thread.messages.map((message) =>
          message.role === 'user' && !readInboxMessage(messageText(message)) ? (
            <p key={message.id} className="rounded-lg bg-raised px-2.5 py-1.5 text-xs break-words whitespace-pre-wrap">
              <span className="sr-only">{text('told')} </span>
              {messageText(message)}
            </p>
          ) : (
            message.role !== 'tool' && (
              <MessageItem
                key={message.id}
                message={message}
                calls={byMessage.get(message.id) ?? NO_CALLS}
                live={speaking && message.id === last}
              />
            )
          ),
        )}
      </div>
      <p className="flex items-center gap-2 px-2.5 pt-1 pl-8 text-2xs text-dim">
        {live && (
          <Button look="danger" onClick={() => act((client) => client.stopAgent(id))}>
            <Square aria-hidden size={10} /> {text('stopAgent', { name })}
          </Button>
        )}
        <a
          href={`?thread=${agent.threadId}&pane=events`}
          target="_blank"
          rel="noreferrer"
          className="flex items-center gap-1 rounded text-accent underline underline-offset-2"
        >
          {text('ownThread')} <ExternalLink aria-hidden size={11} />
        </a>
        {worktree && (
          <span className="min-w-0 truncate font-mono" title={worktree.path}>
            {text('worktree', { name: worktree.name, branch: worktree.branch })}
          </span>
        )}
      </p>
    </section>
  );
}
