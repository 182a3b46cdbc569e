import type { Tool } from '@ag-ui/core';
import { isAlwaysActive, toolMetadata } from './tool-search';

/** The longest line about one tool, characters. */
const LINE_LIMIT = 40;

/** The first sentence begins within so many characters, if there is any. */
const LOOKED_AT = 1_000;

/** The purpose of a tool in one line, from the beginning of its description. */
export function indexLine({ description }: Tool): string {
  const sentence =
    description
      .slice(0, LOOKED_AT)
      .split(/(?<=[.!?])\s|\n/)[0]
      ?.trim()
      .replace(/\.$/, '') ?? '';
  if (sentence.length <= LINE_LIMIT) return sentence;
  const space = sentence.lastIndexOf(' ', LINE_LIMIT);
  return `${sentence.slice(0, space > 0 ? space : LINE_LIMIT).replace(/[,;:]$/, '')}…`;
}

/** The category of tools that name none. */
const OTHER = 'other';

/**
 * The name and one line for every tool that is not already shown in full, by the categories that a search can be narrowed to.
 * Categories, and tools within them, keep the order of the pool.
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
