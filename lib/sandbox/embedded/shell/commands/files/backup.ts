import { CommandFailure, type CommandContext } from '../context';
import type { ParsedOptions } from '../options';

/** The options of commands that can back up what they overwrite: `-b`, `--backup=how` and `-S suffix`. */
export const BACKUP = 'b backup:: S: suffix:=S';

/** Moves an existing file that is about to be overwritten out of the way, if the options ask for it; returns the backup's name. Throws `Failure`. */
export function keepBackup(context: CommandContext, options: ParsedOptions, path: string): string | undefined {
  if (!options.has('b') && !options.has('backup') && !options.has('S')) return undefined;
  const how = options.get('backup') || context.env.VERSION_CONTROL || 'existing';
  const suffix = options.get('S') ?? context.env.SIMPLE_BACKUP_SUFFIX ?? '~';
  const kept = backupName(context, path, how, suffix);
  if (kept !== undefined) context.sys.rename(context.path(path), context.path(kept));
  return kept;
}

/** What `-v` adds about a backup. */
export const backupNote = (kept: string | undefined): string => (kept === undefined ? '' : ` (backup: '${kept}')`);

/** The name of a backup that is made as `how` says, such as `numbered`; undefined for none. Throws `Failure`. */
export function backupName(context: CommandContext, path: string, how: string, suffix: string): string | undefined {
  if (['none', 'off'].includes(how)) return undefined;
  const numbers = numbersOf(context, path);
  const numbered = ['numbered', 't'].includes(how) || (['existing', 'nil'].includes(how) && numbers.length > 0);
  if (!numbered && !['existing', 'nil', 'simple', 'never'].includes(how))
    throw new CommandFailure(`invalid argument ‘${how}’ for ‘backup type’`);
  return numbered ? `${path}.~${Math.max(0, ...numbers) + 1}~` : path + suffix;
}

/** The numbers of existing backups: 3 for `name.~3~`. */
function numbersOf(context: CommandContext, path: string): number[] {
  const full = context.path(path);
  const at = full.lastIndexOf('/');
  const start = `${full.slice(at + 1)}.~`;
  return context.sys.list(full.slice(0, at) || '/').flatMap(({ name }) => {
    const number = name.startsWith(start) ? /^(\d+)~$/.exec(name.slice(start.length))?.[1] : undefined;
    return number === undefined ? [] : [Number(number)];
  });
}
