/** A message from one agent to another, as it appears in a conversation. */
export interface InboxMessage {
  /** The name of the sender. */
  from: string;
  text: string;
}

const INBOX_MESSAGE = /^\[Message from ([^\]]+)\]\n/;

/** The text of the user message that carries it. */
export const inboxMessageText = ({ from, text }: InboxMessage): string => `[Message from ${from}]\n${text}`;

/** The agent's message that a user message carries; undefined if a person wrote it. */
export function readInboxMessage(words: string): InboxMessage | undefined {
  const [head, from] = INBOX_MESSAGE.exec(words) ?? [];
  return head === undefined || from === undefined ? undefined : { from, text: words.slice(head.length) };
}
