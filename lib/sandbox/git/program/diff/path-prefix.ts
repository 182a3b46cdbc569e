import type { Context } from '../setup/context';
import type { Options } from '../terminal/options';

type Side = 'oldPrefix' | 'newPrefix';

/** What stands before the paths of one side of a change: of `--no-prefix` and a prefix, the one that came last counts. */
export function pathPrefix(
  { last, value }: Pick<Options<'noPrefix', Side>, 'last' | 'value'>,
  { config }: Context,
  side: Side,
  standard: string,
): string {
  const chosen = last('noPrefix', side);
  if (chosen === side) return value(side) ?? '';
  return chosen === 'noPrefix' || config.boolean('diff.noprefix') === true ? '' : standard;
}
