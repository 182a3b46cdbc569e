import git from 'isomorphic-git';
import type { Repository } from './repository';

/** The first line of a commit's message. */
export const subjectLine = (message: string): string => message.split('\n')[0] ?? '';

/** The same of the commit of that id. */
export const subjectOf = async ({ at }: Pick<Repository, 'at'>, oid: string): Promise<string> =>
  subjectLine((await git.readCommit({ ...at, oid })).commit.message);
