import { tailWhile, type LoopPattern } from './pattern';

const TIMES = 3;

/** The same tool with the same arguments, again and again. */
export const repeatedCall: LoopPattern = {
  id: 'loop:repeated-call',
  find(steps, patience) {
    const last = steps.at(-1);
    if (!last) return undefined;
    const run = tailWhile(steps, (step) => step === last || (step.name === last.name && step.args === last.args));
    return run.length >= TIMES * patience ? run : undefined;
  },
  describe: (found) => ({
    en: {
      what: `called ${found[0]?.name} ${found.length} times in a row with the same arguments`,
      advice:
        'The same call will not bring anything else. Change the arguments, take another tool, or say what stops you.',
    },
    zh: {
      what: `已连续 ${found.length} 次以相同的参数调用 ${found[0]?.name}`,
      advice: '相同的调用不会带来别的结果。请更改参数、换用其他工具，或说明遇到了什么障碍。',
    },
  }),
};
