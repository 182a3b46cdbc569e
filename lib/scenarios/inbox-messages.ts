import { readInboxMessage } from '@/lib/protocol';
import type { History } from './history';

/** Whether words come from another agent, not from a person. */
export const isInboxMessage = (text: string): boolean => readInboxMessage(text) !== undefined;

/** What an agent of that name has written last; undefined where it has written nothing. */
export const messageFrom = (history: History, name: string): string | undefined =>
  history
    .flatMap((said) => (said.role === 'user' ? [readInboxMessage(said.text)] : []))
    .findLast((letter) => letter?.from === name)?.text;
