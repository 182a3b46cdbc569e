/** How deep arguments may be nested. */
export const DEPTH_LIMIT = 64;
/** How many values, counting each field and item, arguments may hold. */
export const VALUE_LIMIT = 20_000;

/**
 * Which limit a value breaks, or `odd` if a field is called `__proto__`, which Zod overlooks. A circle is too deep; recursion
 * ends at the depth limit.
 */
export function oversize(root: unknown): 'depth' | 'values' | 'odd' | undefined {
  let left = VALUE_LIMIT;
  let odd = false;
  const walk = (value: unknown, depth: number): 'depth' | 'values' | undefined => {
    if (--left < 0) return 'values';
    if (typeof value !== 'object' || value === null) return undefined;
    if (depth >= DEPTH_LIMIT) return 'depth';
    if (Array.isArray(value)) {
      if (value.length > left) return 'values';
      for (const item of value) {
        const limit = walk(item, depth + 1);
        if (limit) return limit;
      }
      return undefined;
    }
    for (const key of Object.keys(value)) {
      if (key === '__proto__') odd = true;
      const limit = walk(Reflect.get(value, key), depth + 1);
      if (limit) return limit;
    }
    return undefined;
  };
  return walk(root, 0) ?? (odd ? 'odd' : undefined);
}
