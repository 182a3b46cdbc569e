import { tailWhile, type Pattern } from './pattern';

const TIMES = 3;

/** The same tool with the same arguments, again and again. */
export const repeatedCall: Pattern = {
  id: 'loop:repeated-call',
  find(steps, patience) {
    const last = steps.at(-1);
    if (!last) return undefined;
    const run = tailWhile(steps, ({ name, args }) => name === last.name && args === last.args);
    return run.length >= TIMES * patience ? run : undefined;
  },
  describe: (found) => ({
    what: `called ${found[0]?.name} ${found.length} times in a row with the same arguments`,
    advice:
      'The same call will not bring anything else. Change the arguments, take another tool, or say what stops you.',
  }),
};
