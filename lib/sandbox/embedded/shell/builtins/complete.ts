import { ShellError } from '../control';
import { singleQuote } from '../language/quote-value';
import { takeOptions, type Builtin } from './builtin';
import { ACTIONS } from './compgen';

/** `complete`: keeps and shows what a terminal would complete by. */
export const complete: Builtin = async (shell, args) => {
  const { options, rest } = takeOptions(args, 'abcdefgjksuvprDEI', 'oAGWFCXPS');
  const { completions } = shell;
  const special = ['D', 'E', 'I'].filter((letter) => options.has(letter)).map((letter) => `-${letter}`);
  const names = special.length > 0 ? special : rest;
  const shows = options.has('p') || options.size === 0;
  if (shows || options.has('r')) {
    if (options.has('r') && names.length === 0) completions.clear();
    let status = 0;
    for (const name of names.length > 0 ? names : [...completions.keys()]) {
      const held = completions.get(name);
      if (held === undefined) {
        await shell.complain(`complete: ${name}: no completion specification`);
        status = 1;
      } else if (options.has('r')) completions.delete(name);
      else await shell.write(1, `complete ${held}${name}\n`);
    }
    return status;
  }
  const action = options.get('A');
  const letter = Object.keys(ACTIONS).find((one) => ACTIONS[one] === action);
  if (action !== undefined && letter === undefined && !OTHERS.has(action))
    throw new ShellError(`${action}: invalid action name`, 2);
  const letters = Array.from('abcdefgjksuv').filter((one) => options.has(one) || one === letter);
  const words = [
    ...(options.has('o') ? [`-o ${options.get('o')}`] : []),
    ...letters.map((one) => `-${one}`),
    ...(action !== undefined && letter === undefined ? [`-A ${action}`] : []),
    ...Array.from('GWPSXC').flatMap((one) =>
      options.has(one) ? [`-${one} ${singleQuote(options.get(one) ?? '')}`] : [],
    ),
    ...(options.has('F') ? [`-F ${options.get('F')}`] : []),
  ];
  for (const name of names) completions.set(name, words.map((word) => `${word} `).join(''));
  return 0;
};

/** The actions of `-A` that have no letter. */
const OTHERS = new Set([
  'arrayvar',
  'binding',
  'disabled',
  'enabled',
  'function',
  'helptopic',
  'hostname',
  'running',
  'setopt',
  'shopt',
  'signal',
  'stopped',
]);

/** `compopt`: for functions that complete, of which none is ever called here. */
export const compopt: Builtin = (shell, args) => {
  const { rest } = takeOptions(args, 'DEI', 'o');
  const [name] = rest;
  throw new ShellError(
    name === undefined ? 'not currently executing completion function' : `${name}: no completion specification`,
  );
};
