import type { Context } from '../setup/context';
import type { Options } from '../terminal/options';

type Side = 'oldPrefix' | 'newPrefix';

/** What stands before the paths of each side of a change, and what does if `diff.mnemonicPrefix` says so. */
export type Prefixes = readonly [string, string];

const STANDARD: Prefixes = ['a/', 'b/'];

/** Of `--no-prefix` and a prefix, the one that came last counts. */
export function pathPrefixes(
  { last, value }: Pick<Options<'noPrefix', Side>, 'last' | 'value'>,
  { config }: Context,
  mnemonic: Prefixes = STANDARD,
): Prefixes {
  const none = config.boolean('diff.noprefix') === true;
  const [old, now] = config.boolean('diff.mnemonicPrefix') === true ? mnemonic : STANDARD;
  const side = (name: Side, standard: string) => {
    const chosen = last('noPrefix', name);
    if (chosen === name) return value(name) ?? '';
    return chosen === 'noPrefix' || none ? '' : standard;
  };
  return [side('oldPrefix', old), side('newPrefix', now)];
}
