/** The names that a misspelt one is close to, as npm tells it. */
export const closeTo = (name: string, known: readonly string[]): string[] =>
  known.filter((one) => distance(name, one) < name.length * 0.4);

/** How many letters to add, remove or change. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [i, char] of a.split('').entries()) {
    const next = [i + 1];
    for (const [j, other] of b.split('').entries())
      next.push(Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + (char === other ? 0 : 1)));
    row = next;
  }
  return row.at(-1) ?? 0;
}
