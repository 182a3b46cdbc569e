/** Names to keep, and names to leave out. */
export interface ToolFilter {
  /** Left out or empty: all of them. */
  readonly allow?: readonly string[];
  /** Stronger than `allow`. */
  readonly deny?: readonly string[];
}

/** Keeps what the lists let through, in the same order. Names are compared without regard to case; a preset's tool has two. */
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
