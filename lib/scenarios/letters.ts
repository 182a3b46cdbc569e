import type { History } from './history';

const LETTER = /^\[Message from ([^\]]+)\]\n/;

/** Whether words come from another agent, not from a person. */
export const isLetter = (text: string): boolean => LETTER.test(text);

/** What an agent of that name has written last; undefined where it has written nothing. */
export function letterFrom(history: History, name: string): string | undefined {
  const entry = history.findLast((said) => said.role === 'user' && LETTER.exec(said.text)?.[1] === name);
  return entry?.role === 'user' ? entry.text.replace(LETTER, '') : undefined;
}
