import { NamedPipe } from '../../io/named-pipe';
import { CommandFailure, UsageFailure, type Command, type CommandContext } from '../context';
import { guarded } from '../each-file';
import { parseOptions } from '../options';
import { changedMode } from './mode';

/** `mkfifo`: makes named pipes, at which the programs of this shell can meet. */
export const mkfifo: Command = async (context) => {
  const options = parseOptions(context.args, 'm: Z mode:=m context::=Z');
  if (options.operands.length === 0) throw new UsageFailure('missing operand');
  return make(context, options.operands, options.get('m'));
};

/** `mknod`, for named pipes only. */
export const mknod: Command = async (context) => {
  const options = parseOptions(context.args, 'm: Z mode:=m context::=Z');
  const [name, type] = options.operands;
  if (name === undefined || type === undefined) throw new UsageFailure('missing operand');
  if (type !== 'p') throw new CommandFailure(`${name}: only type p is here, a named pipe`);
  return make(context, [name], options.get('m'));
};

async function make(context: CommandContext, names: readonly string[], wanted: string | undefined): Promise<number> {
  const plain = 0o666 & ~context.umask;
  const mode = wanted === undefined ? plain : changedMode(wanted, 0o666, false, context.umask);
  let status = 0;
  for (const name of names) {
    const made = await guarded(context, `cannot create fifo '${name}'`, async () => {
      NamedPipe.make(context.sys, context.path(name), mode);
    });
    if (!made) status = 1;
  }
  return status;
}
