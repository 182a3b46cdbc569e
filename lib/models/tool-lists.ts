import type { Tool } from '@ag-ui/core';

/**
 * Tools in a fixed order, however a client lists them: providers' caches only reuse a prefix that is byte for byte the same.
 * Tools of MCP servers, whose names are in lower case, come after the built-in ones.
 */
export const byName = (tools: readonly Tool[]): readonly Tool[] =>
  tools.toSorted(({ name: a }, { name: b }) => (a < b ? -1 : a > b ? 1 : 0));

/** Keeps what was last made of a list of tools, with the options it was made with: a turn has the list of the turn before it. */
export function oncePerList<T>(): (tools: readonly Tool[], options: string, make: () => T) => T {
  const made = new WeakMap<readonly Tool[], { readonly options: string; readonly value: T }>();
  return (tools, options, make) => {
    const known = made.get(tools);
    if (known?.options === options) return known.value;
    const value = make();
    made.set(tools, { options, value });
    return value;
  };
}
