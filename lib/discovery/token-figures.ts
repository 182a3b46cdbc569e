import type { Tool } from '@ag-ui/core';
import type { TokenCounter } from './token-counter';
import { toolIndex } from './tool-index';
import { isAlwaysActive, isToolSearch } from './tool-search';

/** What the tools of a pool cost in each request, in tokens. */
export interface TokenFigures {
  /** Every form, at once. */
  full: number;
  /** The index, what is always active, and what is active now. */
  lazy: number;
  /** What is active now. The provider keeps the rest back; its own search comes on top and is not counted. */
  deferred: number;
  /** Share of `full` that `lazy` saves: 0 to 1, below 0 where it costs more. */
  saved: number;
}

/** The figures of a pool with these tools active, by name. */
export function tokenFigures(counter: TokenCounter, tools: readonly Tool[], active: readonly string[]): TokenFigures {
  const shown = new Set(active);
  const full = counter.countTools(tools);
  const seen = tools.filter((tool) => isAlwaysActive(tool) || shown.has(tool.name));
  const lazy = counter.countTokens(indexPrompt(tools)) + counter.countTools(seen);
  const deferred = counter.countTools(seen.filter((tool) => !isToolSearch(tool)));
  return { full, lazy, deferred, saved: full === 0 ? 0 : 1 - lazy / full };
}

/** What a lazy system prompt says of tools. */
export const indexPrompt = (tools: readonly Tool[]): string =>
  `More tools, activated with ToolSearch before use:\n${toolIndex(tools)}`;
