/** What a panel may be, in pixels along its group. */
export interface SizeLimits {
  min: number;
  max: number;
  /** It can be put away: then it is 0. */
  collapsible: boolean;
}

/** A panel as it stands. */
export interface Measured extends SizeLimits {
  size: number;
}

/**
 * Where two neighbours end up when the line between them moves by `delta` pixels: together they keep their size, and each
 * its limits. One that can be put away is, once it is asked to be under half of its least.
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

/** Sizes of all panels when one of them gets `size`: the others share the rest as they shared it before. */
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
