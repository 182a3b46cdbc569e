import git from 'isomorphic-git';
import { GitFailure } from '../git-failure';
import { identityOf, type Identity } from '../identity';
import type { Repository } from '../repository';
import type { GitIo } from './git-io';

/** Who made a commit, and when: seconds since 1970, and the minutes that their clock is behind UTC. */
export interface Signature extends Identity {
  readonly timestamp?: number;
  readonly timezoneOffset?: number;
}

/** Who a commit says has made it: the environment, the repository's settings, the global ones, or the default. */
export async function committerOf(
  repository: Repository,
  io: GitIo,
  author?: string,
): Promise<{ author: Signature; committer: Signature }> {
  const { env } = io;
  const known = await identityOf(repository, await globalIdentity(repository, io));
  const from = (role: 'AUTHOR' | 'COMMITTER'): Signature => ({
    name: env[`GIT_${role}_NAME`] ?? known.name,
    email: env[`GIT_${role}_EMAIL`] ?? known.email,
    ...timeOf(env[`GIT_${role}_DATE`]),
  });
  if (author === undefined) return { author: from('AUTHOR'), committer: from('COMMITTER') };
  const [, name, email] = /^(.*?)\s*<(.*)>$/.exec(author) ?? [];
  if (name === undefined || email === undefined) throw new GitFailure(`--author '${author}' is not 'Name <email>'`);
  return { author: { ...from('AUTHOR'), name, email }, committer: from('COMMITTER') };
}

/** Reads a date as git writes it (`1700000000 +0100`) or as ISO 8601 does; without one the commit is made now. */
function timeOf(text: string | undefined): Omit<Signature, keyof Identity> {
  if (text === undefined) return {};
  const [, seconds, sign, hours, minutes] = /^@?(\d+)(?:\s+([+-])(\d\d)(\d\d))?$/.exec(text) ?? [];
  const timestamp = seconds === undefined ? Date.parse(text) / 1000 : Number(seconds);
  if (!Number.isFinite(timestamp)) throw new GitFailure(`invalid date format: ${text}`);
  const ahead = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * (sign === '-' ? -1 : 1);
  return { timestamp: Math.floor(timestamp), timezoneOffset: ahead === 0 ? 0 : -ahead };
}

async function globalIdentity({ at }: Repository, { settings }: GitIo): Promise<Partial<Identity>> {
  const read = async (path: string) => {
    const value: unknown = await git.getConfig({ fs: at.fs, gitdir: settings, path });
    return typeof value === 'string' ? value : undefined;
  };
  const [name, email] = [await read('user.name'), await read('user.email')];
  return { ...(name !== undefined && { name }), ...(email !== undefined && { email }) };
}
