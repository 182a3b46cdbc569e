import git from 'isomorphic-git';
import { currentBranch, headCommit, type Repository } from '../repository';

/** The names of commits: by id, `HEAD -> main`, `tag: v1`, `other`. */
export async function decorations(repository: Repository): Promise<Map<string, string[]>> {
  const { at } = repository;
  const names = new Map<string, string[]>();
  const put = (oid: string | undefined, name: string) => {
    if (oid !== undefined) names.set(oid, [...(names.get(oid) ?? []), name]);
  };
  const branch = await currentBranch(repository);
  put(await headCommit(repository), branch === undefined ? 'HEAD' : `HEAD -> ${branch}`);
  for (const tag of await git.listTags(at)) {
    const oid = await git.resolveRef({ ...at, ref: `refs/tags/${tag}` });
    put((await git.readCommit({ ...at, oid }).catch(() => undefined))?.oid, `tag: ${tag}`);
  }
  for (const other of await git.listBranches(at)) {
    if (other !== branch) put(await git.resolveRef({ ...at, ref: `refs/heads/${other}` }), other);
  }
  return names;
}
