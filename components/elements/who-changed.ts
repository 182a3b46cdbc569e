import type { ThreadChange } from '@/lib/client/state';
import { plural } from './format';

type ChangedBy = Pick<ThreadChange, 'callIds' | 'saves'>;

/** Who changed a file, in words: `2 calls`, `you`, `1 call and you`. */
export const whoChanged = ({ callIds, saves = 0 }: ChangedBy): string =>
  [callIds.length > 0 && plural(callIds.length, 'call'), saves > 0 && 'you'].filter(Boolean).join(' and ');

/** How a change is marked beside its file: a letter, and what it means. */
export function changeMark({ change, ...by }: ChangedBy & Pick<ThreadChange, 'change'>): {
  letter: string;
  words: string;
} {
  const { letter, word } = MARKS[change];
  const mine = by.saves ? (by.callIds.length > 0 ? ' also by you' : ' by you') : '';
  return { letter, words: `${word}${mine}` };
}

const MARKS = {
  create: { letter: 'A', word: 'added' },
  modify: { letter: 'M', word: 'modified' },
  delete: { letter: 'D', word: 'deleted' },
  move: { letter: 'R', word: 'moved' },
} as const;
