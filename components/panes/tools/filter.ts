import type { PoolEntryView } from '@/lib/client/tool-state';
import { groupTools } from '../contract/tool-groups';

/** Which tools are listed. An empty string means no restriction. */
export interface ToolListFilter {
  readonly words: string;
  readonly source: string;
  readonly category: string;
  readonly tier: string;
}

export const NO_FILTER: ToolListFilter = { words: '', source: '', category: '', tier: '' };

/** The tools that match a filter, read-only ones first. */
export const filteredTools = (
  pool: readonly PoolEntryView[],
  { words, source, category, tier }: ToolListFilter,
  lineOf: (tool: PoolEntryView['tool']) => string,
): readonly PoolEntryView[] =>
  groupTools(pool, words, lineOf)
    .flatMap(({ entries }) => entries)
    .filter((entry) => (!source || entry.source === source) && (!category || entry.tool.category === category))
    .filter((entry) => !tier || entry.tool.tier === tier);
