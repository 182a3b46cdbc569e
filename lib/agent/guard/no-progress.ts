import { tailWhile, type Pattern } from './pattern';

const STEPS = 10;

/** Many steps of any kind, none of which brought a new successful result. */
export const noProgress: Pattern = {
  id: 'loop:no-progress',
  find(steps, patience) {
    const found = tailWhile(steps, ({ progress }) => !progress);
    return found.length >= STEPS * patience ? found : undefined;
  },
  describe: (found) => ({
    en: {
      what: `made ${found.length} calls without a new successful result`,
      advice: 'Stop and think about what all these results say. Try something of another kind, or say what stops you.',
    },
    zh: {
      what: `已调用 ${found.length} 次而没有新的成功结果`,
      advice: '请停下来想想这些结果说明了什么。尝试另一类做法，或说明遇到了什么障碍。',
    },
  }),
};
