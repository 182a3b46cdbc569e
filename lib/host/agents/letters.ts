import type { AgentMessage, MailboxStore } from '@/lib/ports';
import type { Letters } from '../letters';

export interface LettersOptions {
  /** Undefined where there is no mailbox. */
  mailbox: MailboxStore | undefined;
  reader: string;
  /** What agents are called. */
  nameOf: (id: string) => string;
  /** Whether they may set an agent to work that rests. */
  wake: () => boolean;
}

/** What waits for an agent, as messages of its thread. Their ids are the letters' own, so that none is read twice. */
export function lettersFor({ mailbox, reader, nameOf, wake }: LettersOptions): Letters {
  return {
    waiting: () =>
      mailbox?.waiting(reader).map((letter) => ({ id: letter.id, role: 'user', content: said(letter) })) ?? [],
    delivered: (messages) => {
      if (messages.length > 0) void mailbox?.read(messages.map(({ id }) => id));
    },
    wake,
  };

  function said({ from, text }: AgentMessage): string {
    return `[Message from ${nameOf(from)}]\n${text}`;
  }
}
