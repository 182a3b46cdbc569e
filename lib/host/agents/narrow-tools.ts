/** Names that every list has, in any case of letters; undefined where there is no list, and so no limit. */
export function narrowTools(lists: readonly (readonly string[] | undefined)[]): readonly string[] | undefined {
  const given = lists.filter((list) => list !== undefined);
  const [first, ...others] = given;
  if (!first) return undefined;
  const plain = others.map((list) => new Set(list.map((name) => name.toLowerCase())));
  return first.filter((name) => plain.every((names) => names.has(name.toLowerCase())));
}
