import git from 'isomorphic-git';
import type { Repository } from './repository';

export interface Identity {
  readonly name: string;
  readonly email: string;
}

/** Who commits where nobody said who they are. */
export const NOBODY: Identity = { name: 'Toolyard', email: 'toolyard@localhost' };

/** Who commits in a repository: by its configuration, and for what that does not say by `others`, then by default. */
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
