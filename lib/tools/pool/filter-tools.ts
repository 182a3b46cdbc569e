/** Names to keep, and names to leave out. */
export interface ToolFilter {
  /** Omitted or empty: all tools. */
  readonly allow?: readonly string[];
  /** Takes precedence over `allow`. */
  readonly deny?: readonly string[];
}

/** Keeps the tools that the lists allow, in order. Names are compared ignoring case; a preset's tool also has its executor's. */
export function filterTools<T extends { readonly name: string; readonly executor?: string }>(
  tools: readonly T[],
  { allow = [], deny = [] }: ToolFilter,
): T[] {
  const allowed = new Set(allow.map((name) => name.toLowerCase()));
  const denied = new Set(deny.map((name) => name.toLowerCase()));
  return tools.filter(({ name, executor = name }) => {
    const names = [name.toLowerCase(), executor.toLowerCase()];
    return (allowed.size === 0 || names.some((one) => allowed.has(one))) && !names.some((one) => denied.has(one));
  });
}
