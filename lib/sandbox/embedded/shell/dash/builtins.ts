import { alias, hashBuiltin } from '../builtins/lookup';
import { kill, waitBuiltin } from '../builtins/jobs';
import { exportBuiltin, local, readonlyBuiltin, unset } from '../builtins/declare';
import { cd } from '../builtins/directories';
import { breakBuiltin, continueBuiltin, exit, shift } from '../builtins/flow';
import { NAME, takeOptions, type Builtin } from '../builtins/builtin';
import { printf } from '../builtins/output';
import { readBuiltin } from '../builtins/read';
import { dot } from '../builtins/source';
import { trap } from '../builtins/trap';
import { resolveFrom } from '../../../paths';
import { Exit, Return, ShellError } from '../control';
import { LETTER_ESCAPES } from '../language/parameter-operations';
import type { Shell } from '../language/shell';
import { SIGNALS } from '../task';
import { aliasBuiltin, describeBuiltin } from './describe';
import { setDash } from './options';
import { bracketHere, testHere } from './test-expression';

/** The builtins that dash has as bash does. */
const SAME = new Set([
  ':',
  'bg',
  'eval',
  'exec',
  'false',
  'fg',
  'getopts',
  'jobs',
  'pwd',
  'times',
  'true',
  'ulimit',
  'umask',
  'unalias',
]);

const quoted = (text: string): string => `'${text.replaceAll(/'+/g, (quotes) => `'"${quotes}"'`)}'`;

/** `set`, `export` and `readonly` without arguments. */
async function list(shell: Shell, before: string, wanted: 'exported' | 'readonly' | undefined): Promise<number> {
  const lines = shell.vars.names().flatMap((name) => {
    const variable = shell.vars.find(name);
    if (!variable || typeof variable.value !== 'string' || (wanted && !variable[wanted])) return [];
    return `${before}${name}=${quoted(variable.value)}\n`;
  });
  await shell.write(1, lines.join(''));
  return 0;
}

const declaring =
  (name: string, wanted: 'exported' | 'readonly', builtin: Builtin): Builtin =>
  (shell, args, declared) => {
    const { rest } = takeOptions(args, 'p');
    const wrong = rest.find((word) => !NAME.test(word.replace(/=[^]*/, '')));
    if (wrong !== undefined) throw new ShellError(`${wrong.replace(/=[^]*/, '')}: bad variable name`, 2);
    if (rest.length === 0 && declared.length === 0) return list(shell, `${name} `, wanted);
    return builtin(shell, rest, declared);
  };

const ESCAPE = /\\(?:0([0-7]{0,3})|([1-7][0-7]{0,2})|([abcefnrtv\\]))/g;
async function cannotWrite(shell: Shell, name: string): Promise<1> {
  await shell.complain(`${name}: ${name}: I/O error`);
  return 1;
}

/** `echo`: takes backslashes, and no option but one `-n`. */
const echo: Builtin = async (shell, args) => {
  const words = args[0] === '-n' ? args.slice(1) : args;
  const [text = '', cut] = words.join(' ').split(/(?<=(?<!\\)(?:\\\\)*)\\c/);
  const shown = text.replaceAll(ESCAPE, (_, zero?: string, octal?: string, simple?: string) => {
    if (simple !== undefined) return LETTER_ESCAPES[simple] ?? '';
    const byte = Number.parseInt(zero ?? octal ?? '0', 8) & 255 || 0;
    return String.fromCharCode(byte < 128 ? byte : 0xdc00 + byte);
  });
  if (!shell.fds.get(1)?.target) return cannotWrite(shell, 'echo');
  await shell.write(1, shown + (cut !== undefined || words !== args ? '' : '\n'));
  return 0;
};

/** Of bash's escapes, dash does not know these. */
const withoutForeign = (text: string, foreign: string): string =>
  text.replaceAll(/\\(.)/gs, (all, letter: string) => (foreign.includes(letter) ? `\\${all}` : all));

const printfHere: Builtin = (shell, args, declared) => {
  if (args.length === 0) throw new ShellError('usage: printf format [arg ...]', 2);
  const [format = '', ...rest] = args[0] === '--' ? args.slice(1) : args;
  if (/^-./.test(format)) throw new ShellError(`Illegal option ${format.slice(0, 2)}`, 2);
  const unknown = /(?<!%)(?:%%)*(%[-+ 0#\d.*]*(?:q|\())/.exec(format)?.[1];
  if (unknown !== undefined) throw new ShellError(`${unknown}: invalid directive`, 2);
  const known = withoutForeign(format, 'xuUeE');
  const words = /%[-+ 0#\d.*]*b/.test(format) ? rest.map((word) => withoutForeign(word, 'xuUE?')) : rest;
  if (!shell.fds.get(1)?.target) return cannotWrite(shell, 'printf');
  return printf(shell, ['--', known, ...words], declared);
};

const readHere: Builtin = (shell, args, declared) => {
  const { rest } = takeOptions(args, 'r', 'p');
  if (rest.length === 0) throw new ShellError('arg count', 2);
  return readBuiltin(shell, args, declared);
};

const OF_BASH = new Set(['ERR', 'DEBUG', 'RETURN']);

const trapHere: Builtin = async (shell, args, declared) => {
  const words = args[0] === '--' ? args.slice(1) : args;
  if (words.length === 0) {
    for (const name of ['EXIT', ...Object.keys(SIGNALS)]) {
      const action = (shell.shownTraps ?? shell.traps).get(name);
      if (action !== undefined) await shell.write(1, `trap -- ${quoted(action)} ${name}\n`);
    }
    return 0;
  }
  const wrong = words.slice(1).find((word) => OF_BASH.has(word.toUpperCase()) || /^SIG/i.test(word));
  if (wrong === undefined) return trap(shell, args, declared);
  await shell.write(2, `trap: ${wrong}: bad trap\n`);
  return 1;
};

const unsetHere: Builtin = (shell, args, declared) => {
  const { options, rest } = takeOptions(args, 'fv');
  const wrong = options.has('f') ? undefined : rest.find((word) => !NAME.test(word));
  if (wrong !== undefined) throw new ShellError(`${wrong}: bad variable name`, 2);
  return unset(shell, [options.has('f') ? '-f' : '-v', ...rest], declared);
};

const returnHere: Builtin = (shell, [status = String(shell.status)]) => {
  if (!/^\d+$/.test(status) || Number(status) > 0x7fffffff) throw new ShellError(`Illegal number: ${status}`, 2);
  if (!shell.inFunction && shell.sourceDepth === 0) throw new Exit(Number(status) & 255);
  // The whole number, of which only an exit takes the last byte.
  throw new Return(Number(status));
};

/** `exit`: a status is a plain number. */
const exitHere: Builtin = (shell, args, declared) => {
  if (args[0] !== undefined && !/^\d+$/.test(args[0])) throw new ShellError(`Illegal number: ${args[0]}`, 2);
  return exit(shell, args.slice(0, 1), declared);
};

/** `break` and `continue`, which do nothing outside a loop. */
const inLoop =
  (builtin: Builtin): Builtin =>
  (shell, args, declared) =>
    shell.loopDepth === 0 ? 0 : builtin(shell, args, declared);

/** `local`, which has no options. */
const localHere: Builtin = (shell, args, declared) => {
  if (args[0]?.startsWith('-') && args[0] !== '-') throw new ShellError(`${args[0]}: bad variable name`, 2);
  return local(shell, args, declared);
};

const waitHere: Builtin = (shell, args, declared) => {
  takeOptions(args, '');
  return waitBuiltin(shell, args, declared);
};

const shiftHere: Builtin = (shell, args, declared) => {
  const [count = '1'] = args;
  if (!/^\d+$/.test(count)) throw new ShellError(`Illegal number: ${count}`, 2);
  if (Number(count) > shell.positional.length) throw new ShellError("can't shift that many", 2);
  return shift(shell, args, declared);
};

const dotHere: Builtin = (shell, args, declared) => {
  const [name = ''] = args;
  const isThere = (folder: string) => shell.system.sys.isFile(`${folder}/${name}`);
  const along = (shell.vars.get('PATH') ?? '')
    .split(':')
    .map((folder) => (folder.startsWith('/') ? folder : shell.cwd));
  if (!name.includes('/') && !along.some(isThere)) throw new ShellError(`${name}: not found`, 2);
  if (name.includes('/') && !shell.system.sys.exists(resolveFrom(shell.cwd, name)))
    throw new ShellError(`cannot open ${name}: No such file`, 2);
  return dot(shell, args.slice(0, 1), declared);
};

const USAGE_OF_KILL = 'Usage: kill [-s sigspec | -signum | -sigspec] [pid | job]... or\nkill -l [exitstatus]';

const killHere: Builtin = async (shell, args, declared) => {
  if (args.length === 0) throw new ShellError(USAGE_OF_KILL, 2);
  if (args.length !== 1 || args[0] !== '-l') return kill(shell, args, declared);
  await shell.write(1, `${['0', ...Object.keys(SIGNALS)].join('\n')}\n`);
  return 0;
};

const hashHere: Builtin = async (shell, args, declared) => {
  if (args.length > 0) return hashBuiltin(shell, args, declared);
  await shell.write(1, [...shell.hashed.values()].map(({ path }) => `${path}\n`).join(''));
  return 0;
};

const cdHere: Builtin = (shell, args, declared) => {
  const { options, rest } = takeOptions(args, 'LP');
  return cd(shell, [...[...options.keys()].map((letter) => `-${letter}`), '--', ...rest.slice(0, 1)], declared);
};

/** The builtins of dash, made of bash's. */
export function dashBuiltins(ofBash: ReadonlyMap<string, Builtin>): ReadonlyMap<string, Builtin> {
  const isBuiltin = (name: string): boolean => all.has(name);
  const all = new Map<string, Builtin>([
    ...[...ofBash].filter(([name]) => SAME.has(name)),
    ['.', dotHere],
    ['[', bracketHere],
    ['alias', aliasBuiltin(alias)],
    ['break', inLoop(breakBuiltin)],
    ['cd', cdHere],
    ['chdir', cdHere],
    ['command', describeBuiltin('command', isBuiltin, ofBash.get('command'))],
    ['continue', inLoop(continueBuiltin)],
    ['echo', echo],
    ['exit', exitHere],
    ['export', declaring('export', 'exported', exportBuiltin)],
    ['hash', hashHere],
    ['kill', killHere],
    ['local', localHere],
    ['printf', printfHere],
    ['read', readHere],
    ['readonly', declaring('readonly', 'readonly', readonlyBuiltin)],
    ['return', returnHere],
    ['set', setDash((shell) => list(shell, '', undefined))],
    ['shift', shiftHere],
    ['test', testHere],
    ['trap', trapHere],
    ['type', describeBuiltin('type', isBuiltin)],
    ['unset', unsetHere],
    ['wait', waitHere],
  ]);
  return all;
}
