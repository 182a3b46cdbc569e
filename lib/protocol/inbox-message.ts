/** What one agent wrote to another, as it stands in a conversation. */
export interface InboxMessage {
  /** What the sender is called. */
  from: string;
  text: string;
}

const INBOX_MESSAGE = /^\[Message from ([^\]]+)\]\n/;

/** A letter as the words of a message. */
export const inboxMessageText = ({ from, text }: InboxMessage): string => `[Message from ${from}]\n${text}`;

/** The letter that a message is; undefined where it is what a person said. */
export function readInboxMessage(words: string): InboxMessage | undefined {
  const [head, from] = INBOX_MESSAGE.exec(words) ?? [];
  return head === undefined || from === undefined ? undefined : { from, text: words.slice(head.length) };
}
