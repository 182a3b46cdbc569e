import { Exit } from '../language/control';
import { takeOptions, type Builtin } from './builtin';

/** `exec program`: the program is the last thing that runs. */
export const replaceShell: Builtin = async (shell, args) => {
  const { rest } = takeOptions(args, 'cl', 'a');
  if (rest.length === 0) return 0;
  const status = await shell.language.program(shell, rest);
  throw new Exit(status);
};
