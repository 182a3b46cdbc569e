import { append, unite, UNKNOWN, type Alternatives } from './alternatives';
import { readFile, writeFile } from './files';
import { BELOW, pathsOf, readFind } from './find';
import { absoluteIn } from './folders';
import { fork, type ShellModel } from './shell-model';
import { programOf } from './unwrap';

/** Evaluates the commands and scripts that a command runs. */
interface Evaluator {
  run(words: readonly string[], model: ShellModel): Alternatives;
  text(script: string, model: ShellModel): Alternatives;
}

interface Call {
  readonly args: readonly string[];
  readonly model: ShellModel;
  readonly evaluation: Evaluator;
}

/** Models what a command does to the shell, and returns what it prints. */
type Builtin = (call: Call) => Alternatives;

const silent: Alternatives = [''];

/** Commands that affect what other commands do. All others print something unknown. */
export const builtins: ReadonlyMap<string, Builtin> = new Map(
  Object.entries<Builtin>({
    echo: ({ args }) => [echoText(args)],
    printf({ args, model }) {
      if (args[0] !== '-v') return [printfText(args)];
      model.variables.set(args[1] ?? '', [printfText(args.slice(2))]);
      return silent;
    },
    pwd: ({ model }) => model.cwd,
    cat: contents,
    sort: contents,
    uniq: contents,
    tac: contents,
    shuf: contents,
    grep: someLines,
    head: someLines,
    tail: someLines,
    tee({ args, model }) {
      for (const path of plain(args)) writeFile(model, path, model.stdin, args.includes('-a'));
      return model.stdin;
    },
    cp: copy,
    mv: copy,
    ln: copy,
    base64: ({ args, model }) =>
      args.some((arg) => /^(-d|-D|--decode)$/.test(arg)) ? model.stdin.map(decodeBase64) : [UNKNOWN],
    find({ args, model, evaluation }) {
      const finding = readFind(args);
      const paths = pathsOf(finding);
      for (const words of finding.runs) {
        for (const path of paths)
          evaluation.run(
            words.map((word) => word.replaceAll('{}', path)),
            model,
          );
      }
      return [`${paths.join('\n')}\n`];
    },
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
    if (at <= 0) continue;
    const name = arg.slice(0, at);
    // Another of the texts that the argument may have may be set already.
    model.variables.set(name, unite(model.variables.get(name) ?? [], [arg.slice(at + 1)]));
  }
  return silent;
}

const plain = (args: readonly string[]): readonly string[] => args.filter((arg) => arg === '-' || !arg.startsWith('-'));

/** The contents of the files, or the input if no file is named. */
function contents({ args, model }: Call): Alternatives {
  const paths = plain(args);
  if (paths.length === 0) return model.stdin;
  return paths.map((path) => readFile(model, path)).reduce(append, ['']);
}

/** Some lines of the input. Which ones is unknown, but paths found by `find` stand for many and are kept. */
function someLines({ model }: Call): Alternatives {
  const found = model.stdin.flatMap((text) => text.split('\n').filter((line) => line.endsWith(BELOW)));
  return found.length > 0 ? [found.join('\n')] : [UNKNOWN];
}

function copy({ args, model }: Call): Alternatives {
  const paths = plain(args);
  const target = paths.at(-1) ?? '';
  for (const path of paths.slice(0, -1)) {
    const text = readFile(model, path);
    for (const copied of [target, `${target}/${programOf(path)}`]) writeFile(model, copied, text);
  }
  return [UNKNOWN];
}

/** A script in a file is known only if this command line wrote it. */
function readScript({ args, model, evaluation }: Call): Alternatives {
  const [path] = args;
  if (path === undefined) return [UNKNOWN];
  return readFile(model, path).flatMap((script) => evaluation.text(script, model));
}

function decodeBase64(text: string): string {
  try {
    return atob(text.trim());
  } catch {
    return UNKNOWN;
  }
}

/** A shell runs the text after `-c`, a file, or its standard input. */
function runShell({ args, model, evaluation }: Call): Alternatives {
  const inner = fork(model);
  const run = (script: string, positional: readonly string[], name = 'sh'): Alternatives => {
    const variables = new Map(inner.variables).set('0', [name]);
    return evaluation.text(script, { ...inner, variables, positional });
  };
  const at = args.findIndex((arg) => /^-[a-z]*c[a-z]*$/.test(arg));
  if (at !== -1) {
    const [script = '', name, ...positional] = args.slice(at + 1);
    return run(script, positional, name);
  }
  const words = args.filter((arg, index) => !/^[-+]/.test(arg) && !/^[-+][oO]$/.test(args[index - 1] ?? ''));
  const reads = words.length === 0 || args.includes('-s');
  const [path = '-', ...positional] = reads ? ['-', ...words] : words;
  return readFile(model, path).flatMap((script) => run(script, positional, path));
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\\': '\\', a: '', b: '', f: '', v: '' };

/** Replaces backslash escapes like `echo -e` and `printf`. */
const unescape = (text: string): string =>
  text.replace(/\\(?:x([0-9a-fA-F]{1,2})|0?([0-7]{1,3})|(.))/g, (_whole, hex?: string, octal?: string, letter = '') => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
    return ESCAPES[letter] ?? letter;
  });

/** What `echo` prints. */
function echoText(args: readonly string[]): string {
  const flags = args.findIndex((arg) => !/^-[neE]+$/.test(arg));
  const [options, words] = flags === -1 ? [args, []] : [args.slice(0, flags), args.slice(flags)];
  const text = words.join(' ');
  const escaped = options.some((option) => option.includes('e')) ? unescape(text) : text;
  return options.some((option) => option.includes('n')) ? escaped : `${escaped}\n`;
}

/** What `printf` prints; `UNKNOWN` unless the format is simple. */
function printfText([format = '', ...args]: readonly string[]): string {
  if (/%(?![sdb%])/.test(format)) return UNKNOWN;
  const left = [...args];
  let text = '';
  do {
    text += unescape(format).replace(/%([sdb%])/g, (_whole, kind: string) =>
      kind === '%' ? '%' : (left.shift() ?? ''),
    );
  } while (left.length > 0 && format.includes('%'));
  return text;
}
