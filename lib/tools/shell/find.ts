/** What `find` is told to do. */
export interface FindArguments {
  /** The folders it starts from. */
  readonly starts: readonly string[];
  /** What it runs for what it finds, where `{}` stands for that. */
  readonly runs: readonly (readonly string[])[];
  readonly deletes: boolean;
  /** Whether it finds all there is, the folders it starts from included. */
  readonly all: boolean;
}

/** Stands at the end of a path for whatever may be below it. */
export const BELOW = '/**';

const RUNS = new Set(['-exec', '-execdir', '-ok', '-okdir']);
/** What chooses nothing. */
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

/** Reads the arguments of `find`. */
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

/** The paths it may come upon: each stands for all that is there. */
export const pathsOf = ({ starts, all }: FindArguments): readonly string[] => [
  ...(all ? starts : []),
  ...starts.map((start) => `${start}${BELOW}`),
];
