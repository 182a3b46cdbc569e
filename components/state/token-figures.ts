import type { TokenFigures } from '@/lib/discovery';
import type { Catalogue, ToolChoice } from './catalogue';

/** A tool whose tokens the server has counted. */
export type Counted = Pick<
  ToolChoice,
  'name' | 'alwaysActive' | 'tokens' | 'category' | 'lineTokens' | 'categoryTokens'
>;

const SEARCH = 'ToolSearch';

/** The figures of a pool as sums of each tool's cost: the same as counting the whole pool, except for rounding. */
export function addFigures(tools: readonly Counted[], active: readonly string[], indexTokens: number): TokenFigures {
  const sum = (of: readonly Counted[], field: 'tokens' | 'lineTokens' | 'categoryTokens'): number =>
    of.reduce((total, tool) => total + tool[field], 0);
  const seen = tools.filter(({ name, alwaysActive }) => alwaysActive || active.includes(name));
  const full = sum(tools, 'tokens');
  const listed = tools.filter(({ alwaysActive }) => !alwaysActive);
  const categories = [...new Map(listed.map((tool) => [tool.category, tool])).values()];
  const lazy = indexTokens + sum(categories, 'categoryTokens') + sum(listed, 'lineTokens') + sum(seen, 'tokens');
  const deferred = sum(
    seen.filter(({ name }) => name !== SEARCH),
    'tokens',
  );
  return { full, lazy, deferred, saved: full === 0 ? 0 : 1 - lazy / full };
}

/** The named tools with their counts; undefined if one of them was not counted. */
export function countedOf(names: readonly string[], { tools }: Pick<Catalogue, 'tools'>): Counted[] | undefined {
  const counted = names.flatMap((name) => tools.find((tool) => tool.name === name) ?? []);
  return counted.length === names.length ? counted : undefined;
}
