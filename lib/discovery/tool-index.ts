import type { Tool } from '@ag-ui/core';
import { isAlwaysActive } from './tool-search';

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

/** Name and one line of every tool that is not shown in full anyway, in the order of the pool. */
export const toolIndex = (tools: readonly Tool[]): string =>
  tools
    .filter((tool) => !isAlwaysActive(tool))
    .map((tool) => `${tool.name}: ${indexLine(tool)}`)
    .join('\n');
