import { tailWhile, type LoopPattern } from './pattern';
import type { GuardStep } from './step';

const STEPS = 10;
/** Where a rate limit is to speak first, which counts by tool: what the most called of them comes to, times the patience. */
const STEPS_OF_ONE = 3;

/** Many steps of any kind, none of which brought a new successful result. */
export const noProgress: LoopPattern = {
  id: 'loop:no-progress',
  find(steps, patience) {
    const found = tailWhile(steps, ({ progress }) => !progress);
    const many = found.length >= STEPS * patience;
    return many && (patience === 1 || mostOfOne(found) >= STEPS_OF_ONE * patience) ? found : undefined;
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

/** How often the tool was called that was called most. */
function mostOfOne(steps: readonly GuardStep[]): number {
  const counts = new Map<string, number>();
  for (const { name } of steps) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Math.max(0, ...counts.values());
}
