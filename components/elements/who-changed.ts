import type { ThreadChange } from '@/lib/client/state';
import { textOf } from '../messages/text';

type ChangedBy = Pick<ThreadChange, 'callIds' | 'saves'>;

/** Who changed a file: `2 calls`, `you`, `1 call and you`. */
export function whoChanged({ callIds, saves = 0 }: ChangedBy): string {
  const text = textOf('marks');
  const count = callIds.length;
  if (count === 0) return saves > 0 ? text('you') : '';
  return text(saves > 0 ? 'callsAndYou' : 'calls', { count });
}

/** How a change is marked beside its file: a letter and its meaning. */
export function changeMark({ change, ...by }: ChangedBy & Pick<ThreadChange, 'change'>): {
  letter: string;
  words: string;
} {
  const { letter, word } = MARKS[change];
  const mine = by.saves ? (by.callIds.length > 0 ? 'also' : 'you') : 'other';
  return { letter, words: textOf('marks')(word, { by: mine }) };
}

const MARKS = {
  create: { letter: 'A', word: 'markCreate' },
  modify: { letter: 'M', word: 'markModify' },
  delete: { letter: 'D', word: 'markDelete' },
  move: { letter: 'R', word: 'markMove' },
} as const;
