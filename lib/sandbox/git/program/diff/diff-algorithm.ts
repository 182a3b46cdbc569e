import type { Blindness } from '../../diff/line-diff';
import { GitFailure } from '../../git-failure';
import type { Context } from '../setup/context';
import type { Options } from '../terminal/options';

type Flag = 'patience' | 'histogram' | 'minimal' | 'indents' | 'noIndents';
type Asked = Pick<Options<Flag, 'algorithm' | 'anchored'>, 'last' | 'value'>;

/** How changed lines are found; `undefined` for Myers' algorithm with shortcuts. */
export function diffAlgorithm(context: Context, { value, last }: Asked): Blindness['algorithm'] {
  const chosen = last('patience', 'histogram', 'minimal', 'algorithm', 'anchored');
  if (chosen === 'anchored') return 'patience';
  const name = chosen === 'algorithm' ? value('algorithm') : (chosen ?? context.config.get('diff.algorithm'));
  if (name === 'patience' || name === 'histogram' || name === 'minimal') return name;
  if (chosen === 'algorithm' && !['myers', 'default'].includes(name ?? ''))
    throw new GitFailure('option diff-algorithm accepts "myers", "minimal", "patience" and "histogram"', 129);
  return undefined;
}

/** Whether changes are placed without a look at how lines are indented. */
export const placesLow = ({ config }: Context, { last }: Asked): boolean =>
  (last('indents', 'noIndents') ?? (config.boolean('diff.indentHeuristic') === false ? 'noIndents' : '')) ===
  'noIndents';
