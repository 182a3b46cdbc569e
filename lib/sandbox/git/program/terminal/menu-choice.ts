import type { GitIo } from '../setup/git-io';

/** What a line typed at a menu says: the items to choose and not to choose, and the word that fits none. */
interface MenuChoice {
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
function readMenuChoice(line: string, names: readonly string[], single: boolean): MenuChoice {
  const choose: number[] = [];
  const drop: number[] = [];
  for (const given of line.split(/[\s,]+/).filter(Boolean)) {
    const drops = given.startsWith('-');
    const word = drops ? given.slice(1) : given;
    const [, first, dash, last] = /^(\d+)(?:(-)(\d*))?$/.exec(word) ?? [];
    const named = findByName(word, names);
    const range: [number, number] =
      word === '*'
        ? [0, names.length]
        : first === undefined
          ? [named, named + 1]
          : [Number(first) - 1, dash === undefined ? Number(first) : last ? Number(last) : names.length];
    if (range[0] < 0 || range[0] >= names.length || (single && range[1] !== range[0] + 1))
      return { choose, drop, unknown: word };
    for (let at = range[0]; at < Math.min(range[1], names.length); at++) (drops ? drop : choose).push(at);
    if (single) break;
  }
  return { choose, drop, unknown: undefined };
}

const SINGLE_HELP = `Prompt help:
1          - select a numbered item
foo        - select item based on unique prefix
           - (empty) select nothing
`;
const SEVERAL_HELP = `Prompt help:
1          - select a single item
3-5        - select a range of items
2-3,6-9    - select multiple ranges
foo        - select item based on unique prefix
-...       - unselect specified items
*          - choose all items
           - (empty) finish selecting
`;

/** A menu: `git add -i` and `git clean -i` differ in how they look and where they complain. */
interface Menu {
  readonly names: readonly string[];
  readonly io: Pick<GitIo, 'out' | 'err'>;
  /** Where it says that a word fits no item. */
  readonly complainsTo: 'out' | 'err';
  /** The next line typed; undefined at the end of the input. */
  readonly read: () => Promise<string | undefined>;
  /** Shows the items and the question. */
  readonly show: (chosen: ReadonlySet<number>) => void;
}

/** Asks until one item is chosen; undefined at the end of the input. */
export async function chooseOne({ names, io, complainsTo, read, show }: Menu): Promise<number | undefined> {
  for (;;) {
    show(new Set());
    const line = await read();
    if (line === undefined) return undefined;
    if (line === '?') {
      io.out(SINGLE_HELP);
      continue;
    }
    const { choose, unknown } = readMenuChoice(line, names, true);
    if (unknown !== undefined) io[complainsTo](`Huh (${unknown})?\n`);
    else if (choose[0] !== undefined) return choose[0];
  }
}

/** Asks for items until an empty line; with `endsAt`, a line for which that holds is the last, too. */
export async function chooseSeveral(
  { names, io, complainsTo, read, show }: Menu,
  endsAt: (line: string) => boolean = () => false,
): Promise<{ readonly chosen: ReadonlySet<number>; readonly cutOff: boolean }> {
  const chosen = new Set<number>();
  for (;;) {
    show(chosen);
    const line = await read();
    if (line === undefined) io.out('\n');
    if (line === undefined || line === '') return { chosen, cutOff: line === undefined };
    if (line === '?') {
      io.out(SEVERAL_HELP);
      continue;
    }
    const { choose, drop, unknown } = readMenuChoice(line, names, false);
    for (const at of choose) chosen.add(at);
    for (const at of drop) chosen.delete(at);
    if (unknown !== undefined) io[complainsTo](`Huh (${unknown})?\n`);
    if (endsAt(line)) return { chosen, cutOff: false };
  }
}
