import type { Tool } from '@ag-ui/core';

/**
 * Tools in the one order in which providers get them, however a client lists them: their caches keep a beginning that is the same
 * to the letter. Those of MCP servers, whose names are in small letters, come after ours.
 */
export const byName = (tools: readonly Tool[]): Tool[] =>
  tools.toSorted(({ name: a }, { name: b }) => (a < b ? -1 : a > b ? 1 : 0));
