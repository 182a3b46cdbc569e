interface Room {
  /** Most entries. */
  most: number;
  /** Most bytes of all of them. */
  bytes: number;
  /** Size in bytes of an entry that does not fit at all. */
  tooLong?: number;
}

/**
 * How many of the next entries fit in one step. `sizes` tells those of up to `most` entries after the first `count`; it is
 * asked for growing batches, since SQLite reads the whole of each entry that it passes.
 */
export function fitting(
  sizes: (count: number, most: number) => readonly number[],
  { most, bytes, tooLong = Number.POSITIVE_INFINITY }: Room,
): number {
  let [count, room] = [0, bytes];
  for (let batch = 2; count < most; batch *= 4) {
    const asked = Math.min(batch, most - count);
    const known = sizes(count, asked);
    const over = known.findIndex((size) => size >= tooLong || (room -= size) < 0);
    if (over >= 0) return count + over;
    count += known.length;
    if (known.length < asked) return count;
  }
  return count;
}
