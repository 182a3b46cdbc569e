import { Exit } from '../control';
import { insteadOf } from '../language/missing-programs';
import { takeOptions, type Builtin } from './builtin';

/** `exec program`: the shell ends with the program. */
export const replaceShell: Builtin = async (shell, args) => {
  const { options, rest } = takeOptions(args, 'cl', 'a');
  if (rest.length === 0) return 0;
  const [name = ''] = rest;
  // A program that exists replaces the shell, so no shell is left to run the EXIT trap.
  if (shell.system.find(name, shell.cwd, shell.vars.get('PATH') ?? '') !== undefined) shell.traps.delete('EXIT');
  else if (!name.includes('/')) {
    await shell.complain(`exec: ${name}: not found`);
    const instead = insteadOf(name);
    if (instead !== undefined) await shell.complain(`${name} is not in this sandbox: ${instead}`);
    if (shell.shopts.has('execfail') || shell.interactive) return 127;
    throw new Exit(127);
  }
  shell.replaceable = true;
  const status = await shell.language.program(shell, rest, options.get('a'));
  throw new Exit(status);
};
