import { CommandFailure, type Command } from '../context';
import { parseOptions } from '../options';
import { eachPath } from './make';

/** `sync`: what is written is kept anyway; the files named have to be there. */
export const syncFiles: Command = (context) => {
  const { has, operands } = parseOptions(context.args, 'd f data=d file-system=f');
  if (has('d') && has('f')) throw new CommandFailure('cannot specify both --data and --file-system');
  if (has('d') && operands.length === 0) throw new CommandFailure('--data needs at least one argument');
  return eachPath(
    context,
    operands,
    (path) => `error opening '${path}'`,
    (path) => void context.sys.stat(context.path(path)),
  );
};
