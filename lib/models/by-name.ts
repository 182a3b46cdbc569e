import type { Tool } from '@ag-ui/core';

/**
 * Tools in a fixed order, however a client lists them: providers' caches only reuse a prefix that is byte for byte the same.
 * Tools of MCP servers, whose names are in lower case, come after the built-in ones.
 */
export function byName(tools: readonly Tool[]): readonly Tool[] {
  const known = sorted.get(tools);
  if (known) return known;
  const inOrder = tools.toSorted(({ name: a }, { name: b }) => (a < b ? -1 : a > b ? 1 : 0));
  sorted.set(tools, inOrder);
  return inOrder;
}

/** By the list passed in: a turn has the same list as the turn before it. */
const sorted = new WeakMap<readonly Tool[], readonly Tool[]>();
