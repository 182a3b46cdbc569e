import { dashBuiltins } from '../dash/builtins';
import { ShellError } from '../control';
import type { Shell } from '../language/shell';
import { SPECIAL_BUILTINS, withoutDashes, type Builtin } from './builtin';
import { declareBuiltin, exportBuiltin, local, readonlyBuiltin, unset } from './declare';
import { cd, dirs, popd, pushd, pwd } from './directories';
import { breakBuiltin, continueBuiltin, evalBuiltin, exit, letBuiltin, returnBuiltin, shift } from './flow';
import { background, disown, foreground, jobs, kill, waitBuiltin } from './jobs';
import { alias, enable, hashBuiltin, makeCommand, makeType, unalias } from './lookup';
import { set, shopt } from './options';
import { compgen } from './compgen';
import { complete, compopt } from './complete';
import { callerBuiltin, getopts, times, ulimit, umask } from './others';
import { echo, printf } from './output';
import { help } from './help';
import { fc, history } from './history';
import { mapfile, readBuiltin } from './read';
import { replaceShell } from './replace-shell';
import { dot, source } from './source';
import { bracket, test } from './test';
import { trap } from './trap';

export { SPECIAL_BUILTINS, type Builtin };

const nothing: Builtin = () => 0;
const isBuiltin = (shell: Shell, name: string): boolean => builtinsOf(shell).has(name) && !shell.disabled.has(name);

export const BUILTINS: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  ['.', dot],
  [':', nothing],
  ['[', bracket],
  ['alias', alias],
  ['bg', background],
  ['bind', nothing],
  ['break', breakBuiltin],
  [
    'builtin',
    (shell, words, declared) => {
      const [name, ...args] = withoutDashes(words);
      if (name === undefined) return 0;
      const found = BUILTINS.get(name);
      if (!found) throw new ShellError(`${name}: not a shell builtin`);
      return found(shell, args, declared);
    },
  ],
  ['caller', callerBuiltin],
  ['cd', cd],
  ['command', makeCommand(isBuiltin)],
  ['compgen', (shell, args) => compgen(shell, args, BUILTINS.keys())],
  ['complete', complete],
  ['compopt', compopt],
  ['continue', continueBuiltin],
  ['declare', declareBuiltin],
  ['dirs', dirs],
  ['disown', disown],
  ['echo', echo],
  ['enable', (shell, args) => enable(shell, args, [...BUILTINS.keys()])],
  ['eval', evalBuiltin],
  ['exec', replaceShell],
  ['exit', exit],
  ['export', exportBuiltin],
  ['false', () => 1],
  ['fc', fc],
  ['fg', foreground],
  ['getopts', getopts],
  ['hash', hashBuiltin],
  ['help', help],
  ['history', history],
  ['jobs', jobs],
  ['kill', kill],
  ['let', letBuiltin],
  ['local', local],
  [
    'logout',
    () => {
      throw new ShellError("not login shell: use `exit'");
    },
  ],
  ['mapfile', mapfile],
  ['popd', popd],
  ['printf', printf],
  ['pushd', pushd],
  ['pwd', pwd],
  ['read', readBuiltin],
  ['readarray', mapfile],
  ['readonly', readonlyBuiltin],
  ['return', returnBuiltin],
  ['set', set],
  ['shift', shift],
  ['shopt', shopt],
  ['source', source],
  [
    'suspend',
    () => {
      throw new ShellError('cannot suspend: no job control');
    },
  ],
  ['test', test],
  ['times', times],
  ['trap', trap],
  ['true', nothing],
  ['type', makeType(isBuiltin)],
  ['typeset', declareBuiltin],
  ['ulimit', ulimit],
  ['umask', umask],
  ['unalias', unalias],
  ['unset', unset],
  ['wait', waitBuiltin],
]);

let ofDash: ReadonlyMap<string, Builtin> | undefined;

/** The builtins that a shell has. */
export const builtinsOf = (shell: Shell): ReadonlyMap<string, Builtin> =>
  shell.isSh ? (ofDash ??= dashBuiltins(BUILTINS)) : BUILTINS;
