import git from 'isomorphic-git';
import { GitFailure } from '../git-failure';
import { identityOf, type Identity } from '../identity';
import type { Repository } from '../repository';
import type { GitIo } from './git-io';

/** Who a commit says has made it: the environment, the repository's settings, the global ones, or the default. */
export async function committerOf(
  repository: Repository,
  io: GitIo,
  author?: string,
): Promise<{ author: Identity; committer: Identity }> {
  const { env } = io;
  const known = await identityOf(repository, await globalIdentity(repository, io));
  const from = (role: 'AUTHOR' | 'COMMITTER'): Identity => ({
    name: env[`GIT_${role}_NAME`] ?? known.name,
    email: env[`GIT_${role}_EMAIL`] ?? known.email,
  });
  if (author === undefined) return { author: from('AUTHOR'), committer: from('COMMITTER') };
  const [, name, email] = /^(.*?)\s*<(.*)>$/.exec(author) ?? [];
  if (name === undefined || email === undefined) throw new GitFailure(`--author '${author}' is not 'Name <email>'`);
  return { author: { name, email }, committer: from('COMMITTER') };
}

async function globalIdentity({ at }: Repository, { settings }: GitIo): Promise<Partial<Identity>> {
  const read = async (path: string) => {
    const value: unknown = await git.getConfig({ fs: at.fs, gitdir: settings, path });
    return typeof value === 'string' ? value : undefined;
  };
  const [name, email] = [await read('user.name'), await read('user.email')];
  return { ...(name !== undefined && { name }), ...(email !== undefined && { email }) };
}
