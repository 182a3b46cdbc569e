/** The parsed arguments of `find`. */
interface FindArguments {
  /** The folders it starts from. */
  readonly starts: readonly string[];
  /** The commands it runs on results; `{}` stands for the path. */
  readonly runs: readonly (readonly string[])[];
  readonly deletes: boolean;
  /** Whether it finds everything, including the starting folders. */
  readonly all: boolean;
}

/** At the end of a path, stands for anything below it. */
export const BELOW = '/**';

const RUNS = new Set(['-exec', '-execdir', '-ok', '-okdir']);
/** Options that do not filter results. */
const WITHOUT_CHOICE = new Set([
  '-print',
  '-print0',
  '-depth',
  '-d',
  '-xdev',
  '-mount',
  '-follow',
  '-noleaf',
  '-delete',
]);

/** Parses the arguments of `find`. */
export function readFind(args: readonly string[]): FindArguments {
  const from = args.findIndex((arg) => !/^-([HLP]|O\d*)$/.test(arg));
  const rest = from === -1 ? [] : args.slice(from);
  const end = rest.findIndex((arg) => /^[-(!]/.test(arg));
  const starts = end === -1 ? rest : rest.slice(0, end);
  const expression = end === -1 ? [] : rest.slice(end);
  const runs = expression.flatMap((arg, at) => (RUNS.has(arg) ? [untilEnd(expression.slice(at + 1))] : []));
  return {
    starts: starts.length > 0 ? starts : ['.'],
    runs,
    deletes: expression.includes('-delete'),
    all: expression.every((arg) => WITHOUT_CHOICE.has(arg)),
  };
}

function untilEnd(words: readonly string[]): readonly string[] {
  const end = words.findIndex((word) => word === ';' || word === '+');
  return end === -1 ? words : words.slice(0, end);
}

/** The paths it may find, with `BELOW` for everything below a folder. */
export const pathsOf = ({ starts, all }: FindArguments): readonly string[] => [
  ...(all ? starts : []),
  ...starts.map((start) => `${start}${BELOW}`),
];
