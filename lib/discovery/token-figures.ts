import type { Tool } from '@ag-ui/core';
import type { TokenCounter } from './token-counter';
import { toolIndex } from './tool-index';
import { isAlwaysActive, isToolSearch } from './tool-search';

/** The cost of a pool's tools in each request, tokens. */
export interface TokenFigures {
  /** All declarations. */
  full: number;
  /** The index, the tools that are always active, and those active now. */
  lazy: number;
  /** The tools active now. The provider defers the rest; its own search tool is not counted. */
  deferred: number;
  /** The fraction of `full` that `lazy` saves, 0 to 1; negative if it costs more. */
  saved: number;
}

/** The figures of a pool in which the named tools are active. */
export function tokenFigures(counter: TokenCounter, tools: readonly Tool[], active: readonly string[]): TokenFigures {
  const shown = new Set(active);
  const full = counter.countTools(tools);
  const seen = tools.filter((tool) => isAlwaysActive(tool) || shown.has(tool.name));
  const lazy = counter.countTokens(indexPrompt(tools)) + counter.countTools(seen);
  const deferred = counter.countTools(seen.filter((tool) => !isToolSearch(tool)));
  return { full, lazy, deferred, saved: full === 0 ? 0 : 1 - lazy / full };
}

/** What the system prompt says about tools in lazy mode. */
export const indexPrompt = (tools: readonly Tool[]): string =>
  `More tools, activated with ToolSearch before use:\n${toolIndex(tools)}`;
