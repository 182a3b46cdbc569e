import { guarded } from '../each-file';
import { CommandFailure, quoted, type Command } from '../context';
import { parseOptions } from '../options';

const PORTABLE = { name: 14, path: 256 };
const HERE = { name: 255, path: 4096 };

/** `pathchk`: whether names are valid here, or with `-p` on any system. */
export const pathchk: Command = async (context) => {
  const options = parseOptions(context.args, 'p P portability');
  if (options.operands.length === 0)
    throw new CommandFailure("missing operand\nTry 'pathchk --help' for more information.");
  const [everywhere, strict] = [options.has('p'), options.has('P')].map((has) => has || options.has('portability'));
  const limit = everywhere ? PORTABLE : HERE;
  const check = (path: string): void => {
    const parts = path.split('/');
    if (strict && parts.some((part) => part.startsWith('-')))
      throw new CommandFailure(`leading '-' in a component of file name '${path}'`);
    if (path === '')
      throw new CommandFailure(everywhere || strict ? 'empty file name' : "'': No such file or directory");
    const odd = everywhere ? /[^\w.\-/]/u.exec(path)?.[0] : undefined;
    if (odd !== undefined) throw new CommandFailure(`nonportable character ${quoted(odd)} in file name '${path}'`);
    if (path.length >= limit.path)
      throw new CommandFailure(`limit ${limit.path - 1} exceeded by length ${path.length} of file name '${path}'`);
    const long = parts.find((part) => part.length > limit.name);
    if (long !== undefined)
      throw new CommandFailure(
        `limit ${limit.name} exceeded by length ${long.length} of file name component '${long}'`,
      );
    if (
      !everywhere &&
      parts.slice(0, -1).some((_, at) => context.sys.isFile(context.path(parts.slice(0, at + 1).join('/'))))
    )
      throw new CommandFailure(`${quoted(path)}: Not a directory`);
  };
  let status = 0;
  for (const path of options.operands) if (!(await guarded(context, path, async () => check(path)))) status = 1;
  return status;
};
