import { makeFolder, readGitText, removeAll, writeText } from '../../git-fs';
import { NO_OID } from '../../store/refs';
import { parentFolder } from '../../repository';
import { formatPerson, parsePerson, type Signature } from '../../store/person';
import type { Context } from '../setup/context';
import { committerOf } from '../people/people';

/** One entry of a reflog in `.git/logs`. */
export interface RefMove {
  /** Undefined if the ref was new. */
  readonly before: string | undefined;
  readonly after: string;
  /** Such as `commit: Add a test`. */
  readonly reason: string;
  readonly who: Signature;
}

const logOf = ({ gitdir }: Context, ref: string): string => `${gitdir}/logs/${ref}`;

export const hasReflog = async (context: Context, ref: string): Promise<boolean> =>
  (await readGitText(context.fs, logOf(context, ref))) !== undefined;

/** The reflog of `HEAD` or `refs/heads/main`, last entry first; empty if there is none. */
export async function readReflog(context: Context, ref: string): Promise<RefMove[]> {
  const text = (await readGitText(context.fs, logOf(context, ref))) ?? '';
  return text
    .split('\n')
    .flatMap((line): RefMove[] => {
      const [, before, after, who = '', reason = ''] =
        /^([0-9a-f]{40}) ([0-9a-f]{40}) ([^\t]*)\t?(.*)$/.exec(line) ?? [];
      if (before === undefined || after === undefined) return [];
      return [{ before: before === NO_OID ? undefined : before, after, reason, who: parsePerson(who) }];
    })
    .toReversed();
}

const lineOf = ({ before, after, reason, who }: RefMove): string =>
  `${before ?? NO_OID} ${after} ${formatPerson(who)}${reason === '' ? '' : `\t${reason}`}\n`;

/** Adds an entry to a reflog. Only one line of the reason is kept: a second one would break the entry. */
export async function noteMove(
  context: Context,
  ref: string,
  { before, after, reason }: { before: string | undefined; after: string; reason: string },
): Promise<void> {
  const always = context.config.get('core.logAllRefUpdates')?.toLowerCase() === 'always';
  const usual = context.config.boolean('core.logAllRefUpdates') ?? !context.bare;
  const kept = always || ref === 'refs/stash' || (usual && /^(?:HEAD$|refs\/(?:heads|remotes|notes)\/)/.test(ref));
  const path = logOf(context, ref);
  const known = await readGitText(context.fs, path);
  if (!kept && known === undefined) return;
  await makeFolder(context.fs, parentFolder(path));
  const line = lineOf({ before, after, reason: reason.trim().replaceAll(/\s+/g, ' '), who: committerOf(context) });
  await writeText(context.fs, path, `${known ?? ''}${line}`);
}

/** Replaces a reflog's entries, given last first. */
export async function writeReflog(context: Context, ref: string, moves: readonly RefMove[]): Promise<void> {
  await makeFolder(context.fs, parentFolder(logOf(context, ref)));
  await writeText(context.fs, logOf(context, ref), moves.toReversed().map(lineOf).join(''));
}

/** Moves the log of a branch that was renamed, or removes that of a deleted one. */
export async function moveReflog(context: Context, from: string, to?: string): Promise<void> {
  const { fs, gitdir } = context;
  const text = await readGitText(fs, logOf(context, from));
  if (text === undefined) return;
  const nested = to !== undefined && (`${from}/`.startsWith(`${to}/`) || `${to}/`.startsWith(`${from}/`));
  const put = async () => {
    if (to === undefined) return;
    await makeFolder(fs, parentFolder(logOf(context, to)));
    await writeText(fs, logOf(context, to), text);
  };
  // The old log goes last, where both can be there at once.
  if (!nested) await put();
  await removeAll(fs, logOf(context, from));
  for (
    let folder = parentFolder(logOf(context, from));
    folder.length > `${gitdir}/logs/refs/heads`.length;
    folder = parentFolder(folder)
  ) {
    if ((await fs.readdir(folder).catch(() => ['?'])).length > 0) break;
    await fs.rmdir(folder);
  }
  if (nested) await put();
}

/** The branch or commit that HEAD was on before its last `count` switches: what `@{-1}` means. */
export async function previousPlace(context: Context, count: number): Promise<string | undefined> {
  const moves = await readReflog(context, 'HEAD');
  const left = moves.flatMap(({ reason }) => /^checkout: moving from (\S+) to /.exec(reason)?.[1] ?? []);
  return left[count - 1];
}
