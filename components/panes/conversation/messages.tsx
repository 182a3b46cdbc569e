'use client';

import type { CallView } from '@/lib/client/state';
import { readInboxMessage, type ThreadState, type InboxMessage } from '@/lib/protocol';
import { memo } from 'react';
import { Markdown } from '../../elements/markdown';
import { TAGS } from '../../messages/tags';
import { useSaid } from '../../messages/use-said';
import { useText } from '../../messages/use-text';
import { CallGroups } from './call-group';
import { Mail } from 'lucide-react';
import { PersonSays } from './person-says';

/** A message that another agent sent to the one whose conversation this is. */
const InboxMessageItem = ({ letter }: { letter: InboxMessage }) => (
  <div className="rounded-lg border border-line bg-panel px-2.5 py-1.5 text-xs">
    <p className="flex items-center gap-1.5 text-dim">
      <Mail aria-hidden size={12} className="shrink-0" />
      <span>{useText('thread').rich('messageFrom', { ...TAGS, name: letter.from })}</span>
    </p>
    <p className="mt-1 break-words whitespace-pre-wrap">{useSaid('told')(letter.text)}</p>
  </div>
);

type Message = ThreadState['messages'][number];

interface TurnProps {
  message: Message;
  calls: readonly CallView[];
  /** The model is still writing this message. */
  live: boolean;
}

/** One message. It renders again only when it or one of its calls has changed. */
export const MessageItem = memo(
  function MessageItem({ message, calls, live }: TurnProps) {
    const text = messageText(message);
    switch (message.role) {
      case 'user': {
        const letter = readInboxMessage(text);
        return letter ? <InboxMessageItem letter={letter} /> : <PersonSays text={text} />;
      }
      case 'reasoning':
        return <Reasoning thought={text} live={live} />;
      case 'assistant':
        return (
          <div className="grid grid-cols-1 gap-2.5">
            {text && <Markdown text={text} />}
            <CallGroups calls={calls} />
          </div>
        );
      default:
        return null;
    }
  },
  (before, after) =>
    before.message === after.message &&
    before.live === after.live &&
    before.calls.length === after.calls.length &&
    before.calls.every((call, index) => call === after.calls[index]),
);

function Reasoning({ thought, live }: { thought: string; live: boolean }) {
  const text = useText('thread');
  return (
    <details className="group text-dim">
      <summary className="w-fit cursor-default rounded text-xs select-none hover:text-text">
        {text(live ? 'thinking' : 'thoughts')}
      </summary>
      <div className="mt-1 border-l-2 border-line pl-3 text-xs whitespace-pre-wrap">
        {thought || (!live && text('thoughtsHidden'))}
      </div>
    </details>
  );
}

/** The text of a message, whatever parts it consists of. */
export function messageText({ content }: Message): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part) => (part.type === 'text' ? part.text : `[${part.type}]`)).join('\n');
}
