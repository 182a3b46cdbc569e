import { CommandFailure } from './commands/context';

/** What the arguments of `bash` ask it to run. */
export type ShellInvocation = {
  from: 'text' | 'file' | 'input';
  /** The text, or the file's path. */
  given: string;
  name: string | undefined;
  args: string[];
  interactive: boolean;
  login: boolean;
  /** Options of `set` (`-o`) and of `shopt` (`-O`). */
  options: { name: string; on: boolean; shopt: boolean }[];
};

const LETTERS: Readonly<Record<string, string>> = {
  a: 'allexport',
  b: 'notify',
  B: 'braceexpand',
  C: 'noclobber',
  E: 'errtrace',
  e: 'errexit',
  f: 'noglob',
  h: 'hashall',
  m: 'monitor',
  n: 'noexec',
  T: 'functrace',
  u: 'nounset',
  v: 'verbose',
  x: 'xtrace',
  k: 'keyword',
  p: 'privileged',
  P: 'physical',
  t: 'onecmd',
};
const WITH_FILE = new Set(['--rcfile', '--init-file']);
const WITHOUT = new Set([
  '--login',
  '--noprofile',
  '--norc',
  '--noediting',
  '--posix',
  '--restricted',
  '--verbose',
  '--debugger',
]);

/** Reads the arguments of `bash` or `sh`. Throws `CommandFailure`. */
export function readInvocation(args: readonly string[]): ShellInvocation {
  const found: ShellInvocation = {
    from: 'input',
    given: '',
    name: undefined,
    args: [],
    interactive: false,
    login: false,
    options: [],
  };
  const rest = [...args];
  let command = false;
  let fromInput = false;
  while (/^[-+]./.test(rest[0] ?? '')) {
    const word = rest.shift() ?? '';
    if (word === '--') break;
    if (word.startsWith('--')) {
      if (WITH_FILE.has(word)) rest.shift();
      else if (word === '--login') found.login = true;
      else if (word === '--posix') found.options.push({ name: 'posix', on: true, shopt: false });
      else if (!WITHOUT.has(word)) throw new CommandFailure(`${word}: invalid option`, 2);
      continue;
    }
    const on = word.startsWith('-');
    for (const letter of word.slice(1)) {
      if (letter === 'c') command = true;
      else if (letter === 's') fromInput = true;
      else if (letter === 'i') found.interactive = true;
      else if (letter === 'o' || letter === 'O') {
        const name = rest.shift();
        if (name !== undefined) found.options.push({ name, on, shopt: letter === 'O' });
      } else if (letter === 'l') found.login = true;
      else if (letter !== 'r' && letter !== 'D') {
        const name = LETTERS[letter];
        if (!name) throw new CommandFailure(`${word.charAt(0)}${letter}: invalid option`, 2);
        found.options.push({ name, on, shopt: false });
      }
    }
  }
  if (rest[0] === '-') rest.shift();
  if (command) {
    const [text, name, ...more] = rest;
    if (text === undefined) throw new CommandFailure('-c: option requires an argument', 2);
    return { ...found, from: 'text', given: text, name, args: more };
  }
  const [file, ...more] = rest;
  if (file === undefined || fromInput) return { ...found, args: rest };
  return { ...found, from: 'file', given: file, name: file, args: more };
}
