/**
 * Pairs rows with columns so that the sum of the costs is lowest (the Hungarian method, one row at a time). Returns
 * each row's column. `costs` is square.
 */
export function leastAssignment(costs: readonly (readonly number[])[]): number[] {
  const count = costs.length;
  const rows = Array.from({ length: count + 1 }, (): number => 0);
  const columns = Array.from({ length: count + 1 }, (): number => 0);
  const rowOf = Array.from({ length: count + 1 }, (): number => 0);
  for (let row = 1; row <= count; row++) {
    const before = Array.from({ length: count + 1 }, (): number => 0);
    const least = Array.from({ length: count + 1 }, (): number => Infinity);
    const used = Array.from({ length: count + 1 }, (): boolean => false);
    rowOf[0] = row;
    let at = 0;
    do {
      used[at] = true;
      const from = rowOf[at] ?? 0;
      let [delta, next] = [Infinity, 0];
      for (let column = 1; column <= count; column++) {
        if (used[column]) continue;
        const cost = (costs[from - 1]?.[column - 1] ?? 0) - (rows[from] ?? 0) - (columns[column] ?? 0);
        if (cost < (least[column] ?? 0)) [least[column], before[column]] = [cost, at];
        if ((least[column] ?? 0) < delta) [delta, next] = [least[column] ?? 0, column];
      }
      for (let column = 0; column <= count; column++) {
        const taken = rowOf[column] ?? 0;
        if (used[column]) [rows[taken], columns[column]] = [(rows[taken] ?? 0) + delta, (columns[column] ?? 0) - delta];
        else least[column] = (least[column] ?? 0) - delta;
      }
      at = next;
    } while (rowOf[at] !== 0);
    while (at !== 0) {
      const previous = before[at] ?? 0;
      rowOf[at] = rowOf[previous] ?? 0;
      at = previous;
    }
  }
  const found = Array.from({ length: count }, (): number => 0);
  for (let column = 1; column <= count; column++) found[(rowOf[column] ?? 1) - 1] = column - 1;
  return found;
}
