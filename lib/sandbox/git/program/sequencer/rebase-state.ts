import type { Commit } from '../../store/commit';
import type { Signature } from '../../store/person';
import type { Context } from '../setup/context';
import { committerOf } from '../people/people';
import { readState, writeState } from '../setup/state';

/** The folder of a rebase's state. */
export const DIR = 'rebase-merge';
/** One of its files; undefined if it does not exist. */
export const readRebase = (context: Context, name: string) => readState(context, `${DIR}/${name}`);
export const writeRebase = (context: Context, name: string, text: string) =>
  writeState(context, `${DIR}/${name}`, text);

/** Whether HEAD is the empty commit that stands in for the start of a history. */
export const isAtRoot = async (context: Context, head: string | undefined): Promise<boolean> =>
  head !== undefined && head === (await readRebase(context, 'squash-onto'));

/** The committer of a rebased commit; with `--committer-date-is-author-date`, the time is the author's. */
export async function committerFor(context: Context, { author }: Pick<Commit, 'author'>): Promise<Signature> {
  const own = committerOf(context);
  const dated = (await readRebase(context, 'cdate_is_adate')) !== undefined;
  return dated ? { ...own, time: author.time, zone: author.zone } : own;
}

/** How the log tells of a commit that is taken as it is, whoever asked for the rebase. */
export const FORWARDED = 'rebase: fast-forward';

/** The reflog's name for the rebase, such as `pull --rebase` if that started it. */
export const actionOf = ({ io }: Context): string => io.env.GIT_REFLOG_ACTION ?? 'rebase';

/** What erases such a line. */
export const clearLine = ({ io }: Context): string =>
  (io.env.TERM ?? 'dumb') === 'dumb' ? `\r${' '.repeat(80)}\r` : '\r\x1b[K';
