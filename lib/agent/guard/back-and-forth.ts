import { patternTail, type LoopPattern } from './pattern';
import type { GuardStep } from './step';

const CYCLES = 3;

const same = (a: GuardStep, b: GuardStep): boolean => a.name === b.name && a.args === b.args;

/** Two calls that take turns. */
export const backAndForth: LoopPattern = {
  id: 'loop:back-and-forth',
  find(steps, patience) {
    const found = patternTail(steps, 2 * CYCLES * patience);
    const [one, other] = found ?? [];
    if (!found || !one || !other || same(one, other)) return undefined;
    return found.every((step, index) => same(step, index % 2 === 0 ? one : other)) ? found : undefined;
  },
  describe: ([one, other, ...more]) => ({
    en: {
      what: `went back and forth between the same ${one?.name} and ${other?.name} ${1 + more.length / 2} times`,
      advice: 'Each of the two undoes or repeats the other. Decide for one, or take a third way.',
    },
    zh: {
      what: `已在相同的 ${one?.name} 与 ${other?.name} 之间来回 ${1 + more.length / 2} 次`,
      advice: '两者互相抵消或重复。请选定其一，或另寻办法。',
    },
  }),
};
