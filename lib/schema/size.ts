/** How deep arguments may be nested. */
export const DEPTH_LIMIT = 64;
/** How many values, counting each field and item, arguments may hold. */
export const VALUE_LIMIT = 20_000;

/** Which limit a value breaks; no recursion, so nothing overflows, and a circle ends. */
export function oversize(root: unknown): 'depth' | 'values' | undefined {
  const open: { value: unknown; depth: number }[] = [{ value: root, depth: 0 }];
  let count = 0;
  for (let top = open.pop(); top; top = open.pop()) {
    const { value, depth } = top;
    if (++count > VALUE_LIMIT) return 'values';
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= DEPTH_LIMIT) return 'depth';
    for (const child of Object.values(value)) {
      open.push({ value: child, depth: depth + 1 });
      if (open.length + count > VALUE_LIMIT) return 'values';
    }
  }
  return undefined;
}
