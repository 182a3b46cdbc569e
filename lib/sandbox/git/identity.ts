import git from 'isomorphic-git';
import type { Repository } from './repository';

export interface Identity {
  readonly name: string;
  readonly email: string;
}

/** Who commits if no name or address is set. */
export const NOBODY: Identity = { name: 'Toolyard', email: 'toolyard@localhost' };

/** Who commits in a repository: from its configuration, otherwise from `others`, otherwise the default. */
export async function identityOf({ at }: Repository, others: Partial<Identity> = {}): Promise<Identity> {
  const configured = async (path: string): Promise<string | undefined> => {
    const value: unknown = await git.getConfig({ ...at, path });
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  return {
    name: (await configured('user.name')) ?? others.name ?? NOBODY.name,
    email: (await configured('user.email')) ?? others.email ?? NOBODY.email,
  };
}
