import git from 'isomorphic-git';
import { writeText } from '../git-fs';
import { currentBranch, headCommit, type Repository } from '../repository';
import type { GitIo } from './git-io';
import { noteHead, noteMove } from './reflog';

/** Moves the branch that HEAD is on, or HEAD alone where it is on none, to a commit. The files stay. */
export async function moveHead(repository: Repository, io: GitIo, oid: string, reason: string): Promise<void> {
  const [before, branch] = [await headCommit(repository), await currentBranch(repository)];
  if (branch === undefined) await writeText(repository.fs, `${repository.gitdir}/HEAD`, `${oid}\n`);
  else await git.writeRef({ ...repository.at, ref: `refs/heads/${branch}`, value: oid, force: true });
  await noteHead(repository, io, before, reason);
}

/** Puts HEAD on a branch, or on a commit and no branch. The files and the branches stay. `reason`: the usual one, left out. */
export async function switchHead(
  repository: Repository,
  io: GitIo,
  to: { readonly branch: string } | { readonly commit: string; readonly named?: string },
  reason?: string,
): Promise<void> {
  const before = await headCommit(repository);
  const from = (await currentBranch(repository)) ?? before;
  const target = 'branch' in to ? to.branch : (to.named ?? to.commit);
  if ('branch' in to) {
    await git.writeRef({
      ...repository.at,
      ref: 'HEAD',
      value: `refs/heads/${to.branch}`,
      symbolic: true,
      force: true,
    });
  } else await writeText(repository.fs, `${repository.gitdir}/HEAD`, `${to.commit}\n`);
  const after = await headCommit(repository);
  if (after === undefined) return;
  await noteMove(repository, io, ['HEAD'], {
    before,
    after,
    reason: reason ?? `checkout: moving from ${from} to ${target}`,
  });
}
