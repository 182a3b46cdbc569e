import type { Tool } from '@ag-ui/core';
import { isAlwaysActive, toolMetadata } from './tool-search';

/** Longest line about one tool, characters. */
const LINE_LIMIT = 40;

/** What a tool is for, in one line: the beginning of its description. */
export function indexLine({ description }: Tool): string {
  const sentence =
    description
      .split(/(?<=[.!?])\s|\n/)[0]
      ?.trim()
      .replace(/\.$/, '') ?? '';
  if (sentence.length <= LINE_LIMIT) return sentence;
  const space = sentence.lastIndexOf(' ', LINE_LIMIT);
  return `${sentence.slice(0, space > 0 ? space : LINE_LIMIT).replace(/[,;:]$/, '')}…`;
}

/** Where tools stand that say nothing of a category. */
const OTHER = 'other';

/**
 * Name and one line of every tool that is not shown in full anyway, under the categories that a search can be narrowed to.
 * Categories stand in the order of the pool, and so do the tools of each.
 */
export function toolIndex(tools: readonly Tool[]): string {
  const byCategory = new Map<string, string[]>();
  for (const tool of tools) {
    if (isAlwaysActive(tool)) continue;
    const category = toolMetadata(tool)?.category ?? OTHER;
    const lines = byCategory.get(category) ?? [];
    byCategory.set(category, lines);
    lines.push(`${tool.name}: ${indexLine(tool)}`);
  }
  return [...byCategory].map(([category, lines]) => [`[${category}]`, ...lines].join('\n')).join('\n');
}
