import type { InboxMessage } from '@/lib/protocol';
import { Mail } from 'lucide-react';

/** What another agent wrote to the one whose conversation this is. */
export const InboxMessageItem = ({ letter: { from, text } }: { letter: InboxMessage }) => (
  <div className="rounded-lg border border-line bg-panel px-2.5 py-1.5 text-xs">
    <p className="flex items-center gap-1.5 text-dim">
      <Mail aria-hidden size={12} className="shrink-0" />
      <span>
        Message from <span className="font-mono text-text">{from}</span>
      </span>
    </p>
    <p className="mt-1 break-words whitespace-pre-wrap">{text}</p>
  </div>
);
