import type { Alternatives } from './alternatives';

/** Wrapper programs, with their options that take a value. */
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

/** Wrappers whose first non-option argument is not the command. */
const WITH_OPERAND = new Set(['timeout']);

/** The program's name without its folder. */
export const programOf = (argument: string): string => argument.slice(argument.lastIndexOf('/') + 1);

/** The commands that a command runs: `sudo -u root env A=1 rm -rf x` runs `rm -rf x`; `xargs` adds its input. */
export function unwrap(argv: readonly string[], stdin: Alternatives): readonly (readonly string[])[] {
  const [first, ...rest] = argv;
  const program = programOf(first ?? '');
  const valued = WRAPPERS.get(program);
  if (!valued) return [argv];
  let at = 0;
  while (at < rest.length) {
    const argument = rest[at] ?? '';
    if (valued.includes(argument)) at += 2;
    else if (argument.startsWith('-') || /^\w+=/.test(argument)) at += 1;
    else break;
  }
  const inner = rest.slice(WITH_OPERAND.has(program) ? at + 1 : at);
  const commands = program === 'xargs' ? withInput(inner, placeholderOf(rest.slice(0, at)), stdin) : [inner];
  return commands.flatMap((command) => unwrap(command, stdin));
}

/** The placeholder for an input line in the command of `xargs -I{}`. */
function placeholderOf(options: readonly string[]): string | undefined {
  for (const [at, option] of options.entries()) {
    if (option === '-I') return options[at + 1];
    const [, attached] = /^(?:-I|-i|--replace=?)(.*)$/.exec(option) ?? [];
    if (attached !== undefined) return attached || '{}';
  }
  return undefined;
}

function withInput(
  command: readonly string[],
  placeholder: string | undefined,
  stdin: Alternatives,
): readonly (readonly string[])[] {
  const read = stdin.map((text) => text.replace(/["'\\]/g, ''));
  if (placeholder === undefined) return [[...command, ...read.flatMap((text) => text.split(/\s+/).filter(Boolean))]];
  const lines = read.flatMap((text) => text.split('\n').map((line) => line.trim())).filter(Boolean);
  return lines.map((line) => command.map((word) => word.replaceAll(placeholder, line)));
}
