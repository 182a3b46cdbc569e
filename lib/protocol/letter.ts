/** What one agent wrote to another, as it stands in a conversation. */
export interface Letter {
  /** What the sender is called. */
  from: string;
  text: string;
}

const LETTER = /^\[Message from ([^\]]+)\]\n/;

/** A letter as the words of a message. */
export const letterText = ({ from, text }: Letter): string => `[Message from ${from}]\n${text}`;

/** The letter that a message is; undefined where it is what a person said. */
export function readLetter(words: string): Letter | undefined {
  const [head, from] = LETTER.exec(words) ?? [];
  return head === undefined || from === undefined ? undefined : { from, text: words.slice(head.length) };
}
