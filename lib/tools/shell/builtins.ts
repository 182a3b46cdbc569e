import { UNKNOWN, type Alternatives } from './alternatives';
import type { Evaluation } from './evaluate';
import { absoluteIn } from './folders';
import { echo, printf } from './print';
import { fork, type ShellModel } from './shell-model';

interface Call {
  readonly args: readonly string[];
  readonly model: ShellModel;
  readonly evaluation: Evaluation;
}

/** What a command does to the shell itself, and what it prints. */
type Builtin = (call: Call) => Alternatives;

const silent: Alternatives = [''];

/** Commands that decide what other commands do. All others print something unknown. */
export const builtins: ReadonlyMap<string, Builtin> = new Map(
  Object.entries<Builtin>({
    echo: ({ args }) => [echo(args)],
    printf({ args, model }) {
      if (args[0] !== '-v') return [printf(args)];
      model.variables.set(args[1] ?? '', [printf(args.slice(2))]);
      return silent;
    },
    pwd: ({ model }) => model.cwd,
    cat: ({ args, model }) => (args.length === 0 ? model.stdin : [UNKNOWN]),
    tee: ({ model }) => model.stdin,
    base64: ({ args, model }) =>
      args.some((arg) => /^(-d|-D|--decode)$/.test(arg)) ? model.stdin.map(decodeBase64) : [UNKNOWN],
    // Without a test it prints, first of all, where it starts.
    find: ({ args }) => (args.some((arg) => arg.startsWith('-')) ? [UNKNOWN] : [args.join('\n')]),
    source: readScript,
    '.': readScript,
    cd: changeFolder,
    pushd: changeFolder,
    eval: ({ args, model, evaluation }) => evaluation.text(args.join(' '), model),
    trap: ({ args, model, evaluation }) => evaluation.text(args[0] ?? '', fork(model)),
    export: declare,
    declare,
    typeset: declare,
    local: declare,
    readonly: declare,
    read({ args, model }) {
      const names = args.filter((arg) => !arg.startsWith('-'));
      const lines = model.stdin.flatMap((text) => text.split('\n').map((line) => line.trim()));
      for (const name of names) model.variables.set(name, names.length === 1 ? lines : [UNKNOWN]);
      return silent;
    },
    set({ args, model }) {
      const at = args.indexOf('--');
      if (at !== -1) model.positional = args.slice(at + 1);
      return silent;
    },
    shift({ args, model }) {
      model.positional = model.positional.slice(Number(args[0] ?? 1) || 1);
      return silent;
    },
    unset({ args, model }) {
      for (const name of args) {
        model.variables.delete(name);
        model.arrays.delete(name);
        model.functions.delete(name);
      }
      return silent;
    },
    bash: runShell,
    sh: runShell,
    dash: runShell,
    ash: runShell,
    zsh: runShell,
    jsh: runShell,
  }),
);

function changeFolder({ args, model }: Call): Alternatives {
  const target = args.find((arg) => !/^-[LPe@]+$/.test(arg));
  const home = model.variables.get('HOME')?.[0] ?? '/';
  model.cwd = target === '-' ? [UNKNOWN] : model.cwd.map((cwd) => absoluteIn(cwd, target ?? home));
  model.variables.set('PWD', model.cwd);
  return silent;
}

function declare({ args, model }: Call): Alternatives {
  for (const arg of args) {
    const at = arg.indexOf('=');
    if (at > 0) model.variables.set(arg.slice(0, at), [arg.slice(at + 1)]);
  }
  return silent;
}

/** A script that is read from the input is known; one in a file is not. */
function readScript({ args, model, evaluation }: Call): Alternatives {
  if (args[0] !== '/dev/stdin' && args[0] !== '-') return [UNKNOWN];
  return model.stdin.flatMap((script) => evaluation.text(script, model));
}

function decodeBase64(text: string): string {
  try {
    return atob(text.trim());
  } catch {
    return UNKNOWN;
  }
}

/** A shell runs the text behind `-c`, or what it is given to read. */
function runShell({ args, model, evaluation }: Call): Alternatives {
  const at = args.findIndex((arg) => /^-[a-z]*c[a-z]*$/.test(arg));
  const inner = fork(model);
  if (at !== -1) {
    const [script = '', _name, ...positional] = args.slice(at + 1);
    return evaluation.text(script, { ...inner, positional });
  }
  if (args.some((arg) => !arg.startsWith('-'))) return [UNKNOWN];
  return model.stdin.flatMap((script) => evaluation.text(script, inner));
}
