import { CommandFailure, quoted, UsageFailure, type Command, type CommandContext } from '../context';
import { parseOptions } from '../options';
import { statPath } from '../stat-path';
import { eachPath, likeFile } from './make';
import { knowsOwner, ownsFiles } from './owners';

const SPEC =
  'c f h R v L P H changes=c silent=f quiet=f recursive=R verbose=v dereference no-dereference=h reference: from: preserve-root no-preserve-root';

/** `chown` and `chgrp`: files stay with the one user that there is; to give them to another is refused. */
export const chown: Command = async (context) => {
  const options = parseOptions(context.args, SPEC);
  const reference = options.get('reference');
  const [owner, files] =
    reference === undefined ? [options.operands[0], options.operands.slice(1)] : ['', options.operands];
  if (owner === undefined) throw new UsageFailure('missing operand');
  if (files.length === 0)
    throw new UsageFailure(`missing operand after ${quoted(owner || `--reference=${reference}`)}`);
  if (reference !== undefined) likeFile(context, reference);
  const isGroup = context.name === 'chgrp';
  const wanted = ownerGiven(context, owner, isGroup);
  const from = ownerGiven(context, options.get('from') ?? '', false);
  const name = context.env.USER ?? 'user';
  const shown = isGroup ? name : [wanted.user && name, wanted.group && name].filter(Boolean).join(':');
  const stays = ownsFiles(context, from.user) && ownsFiles(context, from.group);
  const isFine = !stays || (ownsFiles(context, wanted.user) && ownsFiles(context, wanted.group));
  const what = isGroup ? 'group' : 'ownership';
  const visit = (path: string): string[] => {
    const full = context.path(path);
    const stat = statPath(context, path, false);
    if (!stat) throw new CommandFailure(`cannot access '${path}': No such file or directory`);
    if (stat.type === 'symlink' && !options.has('h') && !options.has('R') && !statPath(context, path))
      throw new CommandFailure(`cannot dereference '${path}': No such file or directory`);
    const below =
      options.has('R') && stat.type === 'directory'
        ? context.sys.list(full).flatMap((entry) => visit(`${path.replace(/\/$/, '')}/${entry.name}`))
        : [];
    return [...below, path];
  };
  return eachPath(
    context,
    files,
    (path) => `cannot access '${path}'`,
    async (path) => {
      for (const one of visit(path)) {
        if (isFine) {
          if (options.has('v'))
            context.out.write(`${what} of '${one}' retained${shown === '' ? '' : ` as ${shown}`}\n`);
          continue;
        }
        if (options.has('v')) context.out.write(`failed to change ${what} of '${one}' from ${shown} to ${owner}\n`);
        throw new CommandFailure(`changing ${what} of '${one}': Operation not permitted`);
      }
    },
  );
};

/** A user and group as `user:group` names them. Throws a `Failure`. */
function ownerGiven(context: CommandContext, text: string, isGroup: boolean): { user: string; group: string } {
  const at = isGroup ? -1 : text.search(/[:.]/);
  const user = isGroup ? '' : at < 0 ? text : text.slice(0, at);
  const rest = isGroup ? text : at < 0 ? '' : text.slice(at + 1);
  if (!knowsOwner(context, user)) throw new CommandFailure(`invalid user: ${quoted(text)}`);
  if (!knowsOwner(context, rest)) throw new CommandFailure(`invalid group: ${quoted(text)}`);
  return { user, group: rest === '' && at >= 0 && user !== '' ? user : rest };
}
