import type { Tool } from '@ag-ui/core';

/**
 * Tools in the one order in which providers get them, however a client lists them: their caches keep a beginning that is the same
 * to the letter. Those of MCP servers, whose names are in small letters, come after ours.
 */
export function byName(tools: readonly Tool[]): readonly Tool[] {
  const known = sorted.get(tools);
  if (known) return known;
  const inOrder = tools.toSorted(({ name: a }, { name: b }) => (a < b ? -1 : a > b ? 1 : 0));
  sorted.set(tools, inOrder);
  return inOrder;
}

/** By the list as it was given: a turn has the list that the turn before it had. */
const sorted = new WeakMap<readonly Tool[], readonly Tool[]>();
