import { tailWhile, type LoopPattern } from './pattern';

const TIMES = 5;

/** The same tool with other arguments, which no longer brings anything new. */
export const sameTool: LoopPattern = {
  id: 'loop:same-tool',
  find(steps, patience) {
    const last = steps.at(-1);
    if (!last) return undefined;
    const run = tailWhile(steps, ({ name }) => name === last.name);
    // The first of them may have been new; those after it must not.
    const stale = tailWhile(run, ({ fresh }) => !fresh);
    const found = run.slice(-(stale.length + 1));
    return found.length >= TIMES * patience ? found : undefined;
  },
  describe: (found) => ({
    en: {
      what: `called ${found[0]?.name} ${found.length} times in a row without a new result`,
      advice: 'What it gives is known by now. Take another way, or say what you have and what is missing.',
    },
    zh: {
      what: `已连续 ${found.length} 次调用 ${found[0]?.name} 而没有新的结果`,
      advice: '它能给出的内容已经知道。请换一种做法，或说明已有什么、还缺什么。',
    },
  }),
};
