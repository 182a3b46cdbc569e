import type { Commit } from '../store/commit';
import type { Person } from '../store/person';
import type { Context } from './context';
import { committerOf } from './people';
import { readState, writeState } from './state';

/** The folder of a rebase's state. */
export const DIR = 'rebase-merge';
/** One of its files; undefined if it does not exist. */
export const read = (context: Context, name: string) => readState(context, `${DIR}/${name}`);
export const write = (context: Context, name: string, text: string) => writeState(context, `${DIR}/${name}`, text);

/** Whether HEAD is the empty commit that stands in for the start of a history. */
export const isAtRoot = async (context: Context, head: string | undefined): Promise<boolean> =>
  head !== undefined && head === (await read(context, 'squash-onto'));

/** The committer of a rebased commit; with `--committer-date-is-author-date`, the time is the author's. */
export async function committerFor(context: Context, { author }: Pick<Commit, 'author'>): Promise<Person> {
  const own = committerOf(context);
  const dated = (await read(context, 'cdate_is_adate')) !== undefined;
  return dated ? { ...own, time: author.time, zone: author.zone } : own;
}

/** The reflog's name for the rebase, such as `pull --rebase` if that started it. */
export const actionOf = ({ io }: Context): string => io.env.GIT_REFLOG_ACTION ?? 'rebase';

/** What erases such a line. */
export const clearLine = ({ io }: Context): string =>
  (io.env.TERM ?? 'dumb') === 'dumb' ? `\r${' '.repeat(80)}\r` : '\r\x1b[K';
