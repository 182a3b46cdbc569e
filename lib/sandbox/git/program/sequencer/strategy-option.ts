import type { Blindness } from '../../diff/line-diff';
import { GitFailure } from '../../git-failure';
import type { TreeMergeRules } from '../../merge/merge-trees';
import { leastOf } from '../diff/diff-style';

/** What `-X` says of how trees are merged: "ort" in git-merge(1). */
export type StrategyRules = Pick<TreeMergeRules, 'favor' | 'renames' | 'blindness'>;

const SPACE = {
  'ignore-all-space': 'allSpace',
  'ignore-space-change': 'spaceChange',
  'ignore-space-at-eol': 'spaceAtEnd',
  'ignore-cr-at-eol': 'crAtEnd',
} as const;

/** Reads the values of `-X`, of which later ones count more. Fails for one that git does not know, or this git does not. */
export function strategyRules(written: readonly string[]): StrategyRules {
  const rules: { -readonly [K in keyof StrategyRules]: StrategyRules[K] } = {};
  const blindness: { -readonly [K in keyof Blindness]: Blindness[K] } = {};
  for (const value of written) {
    const [, name = value, given = ''] = /^([^=]+)=(.*)$/.exec(value) ?? [];
    const space = Object.entries(SPACE).find(([option]) => option === value)?.[1];
    const algorithm = name === 'diff-algorithm' ? given : value;
    if (value === 'ours' || value === 'theirs') rules.favor = value;
    else if (space !== undefined) blindness[space] = true;
    else if (algorithm === 'patience' || algorithm === 'histogram' || algorithm === 'minimal')
      blindness.algorithm = algorithm;
    else if (name === 'diff-algorithm' && ['myers', 'default'].includes(given)) blindness.algorithm = undefined;
    else if (name === 'find-renames' || name === 'rename-threshold') rules.renames = leastOf(given);
    else if (value === 'renormalize' || name === 'subtree')
      throw new GitFailure(`-X ${value} is not supported in this sandbox: do without it`, 2);
    // git 2.39's strategy ort follows renames whatever is said of them.
    else if (value !== 'no-renormalize' && value !== 'no-renames')
      throw new GitFailure(`unknown strategy option: -X${value}`);
  }
  return { ...rules, blindness };
}

/** Fails unless the strategy for picking is the default one. */
export function mustBeUsual(strategy: string | undefined): void {
  if (strategy !== undefined && !['ort', 'recursive'].includes(strategy))
    throw new GitFailure(`--strategy=${strategy} is not supported in this sandbox: leave it out`, 2);
}
