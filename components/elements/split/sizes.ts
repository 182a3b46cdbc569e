/** The allowed sizes of a panel, in pixels along its group. */
export interface SizeLimits {
  min: number;
  max: number;
  /** It can be collapsed to 0. */
  collapsible: boolean;
  /** It is folded: the others have its space, and it keeps its size. */
  folded?: boolean;
}

/** A panel with its current size. */
export interface Measured extends SizeLimits {
  size: number;
}

/**
 * The sizes of two neighbours after the line between them has moved by `delta` pixels: their total stays the same, and each
 * stays within its limits. A collapsible panel collapses once it would be smaller than half its minimum.
 */
export function moveLine(before: Measured, after: Measured, delta: number): [before: number, after: number] {
  const total = before.size + after.size;
  const wanted = before.size + delta;
  if (before.collapsible && wanted < before.min / 2) return [0, total];
  if (after.collapsible && total - wanted < after.min / 2) return [total, 0];
  const least = Math.max(before.min, total - after.max);
  const most = Math.min(before.max, total - after.min);
  const size = Math.max(least, Math.min(most, wanted));
  return [size, total - size];
}

/** Sizes of all panels when one of them gets `size`: the others share the rest in the same proportion as before. */
export function giveSize(sizes: ReadonlyMap<string, number>, id: string, size: number): Map<string, number> {
  let others = 0;
  let total = 0;
  for (const [panel, present] of sizes) {
    total += present;
    if (panel !== id) others += present;
  }
  const rest = Math.max(0, total - size);
  return new Map([...sizes].map(([panel, present]) => [panel, panel === id ? size : (present / (others || 1)) * rest]));
}
