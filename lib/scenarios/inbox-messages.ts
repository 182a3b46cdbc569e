import { readInboxMessage } from '@/lib/protocol';
import type { History } from './history';

/** Whether a text comes from another agent rather than a person. */
export const isInboxMessage = (text: string): boolean => readInboxMessage(text) !== undefined;

/** The last message from the agent of that name; undefined if there is none. */
export const messageFrom = (history: History, name: string): string | undefined =>
  history
    .flatMap((said) => (said.role === 'user' ? [readInboxMessage(said.text)] : []))
    .findLast((letter) => letter?.from === name)?.text;
