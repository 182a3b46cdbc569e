/** Options of a wrapper that take the next argument with them. */
const WRAPPERS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    sudo: ['-u', '-g', '-h', '-p', '-C', '-r', '-t', '-U', '-D'],
    doas: ['-u', '-C'],
    env: ['-u', '-C', '-S'],
    command: [],
    builtin: [],
    exec: ['-a'],
    nohup: [],
    nice: ['-n'],
    ionice: ['-c', '-n', '-p'],
    setsid: [],
    stdbuf: ['-i', '-o', '-e'],
    time: ['-f', '-o'],
    timeout: ['-s', '-k'],
    xargs: ['-a', '-d', '-E', '-I', '-L', '-n', '-P', '-s'],
    busybox: [],
    toybox: [],
  }),
);

/** Wrappers whose first plain argument is their own. */
const WITH_OPERAND = new Set(['timeout']);

/** The program's own name: without its folder. */
export const programOf = (argument: string): string => argument.slice(argument.lastIndexOf('/') + 1);

/** The command a command runs: `sudo -u root env A=1 rm -rf x` runs `rm -rf x`. */
export function unwrap(argv: readonly string[]): readonly string[] {
  const [first, ...rest] = argv;
  const program = programOf(first ?? '');
  const valued = WRAPPERS.get(program);
  if (!valued) return argv;
  let at = 0;
  while (at < rest.length) {
    const argument = rest[at] ?? '';
    if (valued.includes(argument)) at += 2;
    else if (argument.startsWith('-') || /^\w+=/.test(argument)) at += 1;
    else break;
  }
  return unwrap(rest.slice(WITH_OPERAND.has(program) ? at + 1 : at));
}
