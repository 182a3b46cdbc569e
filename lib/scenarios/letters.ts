import { readLetter } from '@/lib/protocol';
import type { History } from './history';

/** Whether words come from another agent, not from a person. */
export const isLetter = (text: string): boolean => readLetter(text) !== undefined;

/** What an agent of that name has written last; undefined where it has written nothing. */
export const letterFrom = (history: History, name: string): string | undefined =>
  history
    .flatMap((said) => (said.role === 'user' ? [readLetter(said.text)] : []))
    .findLast((letter) => letter?.from === name)?.text;
