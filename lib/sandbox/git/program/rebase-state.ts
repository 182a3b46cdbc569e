import type { Commit } from '../store/commit';
import type { Person } from '../store/person';
import type { Context } from './context';
import { committerOf } from './people';
import { readState, writeState } from './state';

/** Where a rebase keeps what it has to know after it stopped. */
export const DIR = 'rebase-merge';
/** One of its files; undefined if it is not there. */
export const read = (context: Context, name: string) => readState(context, `${DIR}/${name}`);
export const write = (context: Context, name: string, text: string) => writeState(context, `${DIR}/${name}`, text);

/** Whether HEAD is the commit that only stands for the start of a history. */
export const isAtRoot = async (context: Context, head: string | undefined): Promise<boolean> =>
  head !== undefined && head === (await read(context, 'squash-onto'));

/** Who makes a commit again, and when: now, or with `--committer-date-is-author-date` when it was written. */
export async function committerFor(context: Context, { author }: Pick<Commit, 'author'>): Promise<Person> {
  const own = committerOf(context);
  const dated = (await read(context, 'cdate_is_adate')) !== undefined;
  return dated ? { ...own, time: author.time, zone: author.zone } : own;
}

/** What the reflog calls it: `pull --rebase` where that began it. */
export const actionOf = ({ io }: Context): string => io.env.GIT_REFLOG_ACTION ?? 'rebase';

/** What clears such a line. */
export const clearLine = ({ io }: Context): string =>
  (io.env.TERM ?? 'dumb') === 'dumb' ? `\r${' '.repeat(80)}\r` : '\r\x1b[K';
