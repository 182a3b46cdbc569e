/** What a line typed at a menu says: the items to choose and not to choose, and the word that fits none. */
export interface MenuChoice {
  readonly choose: readonly number[];
  readonly drop: readonly number[];
  readonly unknown: string | undefined;
}

/** The item that a name or its beginning stands for; -1 if it is none or several. */
function findByName(word: string, names: readonly string[]): number {
  const exact = names.indexOf(word);
  if (exact >= 0) return exact;
  const found = names.flatMap((name, at) => (name.startsWith(word) ? [at] : []));
  return found.length === 1 ? (found[0] ?? -1) : -1;
}

/** Reads `1 3-5 -2 name *` as git's menus do; with `single`, only one item can be chosen. */
export function readMenuChoice(line: string, names: readonly string[], single: boolean): MenuChoice {
  const choose: number[] = [];
  const drop: number[] = [];
  for (const given of line.split(/[\s,]+/).filter(Boolean)) {
    const drops = given.startsWith('-');
    const word = drops ? given.slice(1) : given;
    const [, first, dash, last] = /^(\d+)(?:(-)(\d*))?$/.exec(word) ?? [];
    const range: [number, number] =
      word === '*'
        ? [0, names.length]
        : first === undefined
          ? [findByName(word, names), findByName(word, names) + 1]
          : [Number(first) - 1, dash === undefined ? Number(first) : last ? Number(last) : names.length];
    if (range[0] < 0 || range[0] >= names.length || (single && range[1] !== range[0] + 1))
      return { choose, drop, unknown: word };
    for (let at = range[0]; at < Math.min(range[1], names.length); at++) (drops ? drop : choose).push(at);
    if (single) break;
  }
  return { choose, drop, unknown: undefined };
}

export const SINGLE_HELP = `Prompt help:
1          - select a numbered item
foo        - select item based on unique prefix
           - (empty) select nothing
`;
export const SEVERAL_HELP = `Prompt help:
1          - select a single item
3-5        - select a range of items
2-3,6-9    - select multiple ranges
foo        - select item based on unique prefix
-...       - unselect specified items
*          - choose all items
           - (empty) finish selecting
`;
