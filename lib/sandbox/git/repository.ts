import git, { type PromiseFsClient } from 'isomorphic-git';
import { resolveFrom } from '../embedded/fs/paths';
import { clientOf } from './client';
import { withCommonFolder } from './common-folder';
import { GitFailure } from './git-failure';
import { lookAt, makeFolder, readText, writeText, type GitFs } from './git-fs';

/** A repository, seen from its main folder or from one of its worktrees. */
export interface Repository {
  readonly fs: GitFs;
  /** The folder with the files. */
  readonly root: string;
  /** This worktree's own part: `.git`, or `.git/worktrees/<name>`. */
  readonly gitdir: string;
  /** What all worktrees share: `.git`. */
  readonly common: string;
  /** The first arguments of everything isomorphic-git does. */
  readonly at: { readonly fs: PromiseFsClient; readonly dir: string; readonly gitdir: string };
}

export const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/';

export const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The repository that a folder lies in; undefined where there is none. */
export async function findRepository(fs: GitFs, folder: string): Promise<Repository | undefined> {
  for (let root = folder; ; root = parentOf(root)) {
    const dot = resolveFrom(root, '.git');
    const found = await lookAt(fs, dot);
    if (found?.type === 'directory') {
      if (await lookAt(fs, `${dot}/HEAD`)) return repositoryAt(fs, root, dot, dot);
    } else if (found) return linkedRepository(fs, root, dot);
    if (root === '/') return undefined;
  }
}

/** Like `findRepository`, but a folder outside of any is a failure. */
export async function openRepository(fs: GitFs, folder: string): Promise<Repository> {
  const found = await findRepository(fs, folder);
  if (!found) throw new GitFailure('not a git repository (or any of the parent directories): .git');
  return found;
}

async function linkedRepository(fs: GitFs, root: string, dot: string): Promise<Repository> {
  const target = /^gitdir: (.+?)\s*$/m.exec((await readText(fs, dot)) ?? '')?.[1];
  if (target === undefined) throw new GitFailure(`invalid gitfile format: ${dot}`);
  const gitdir = resolveFrom(root, target);
  const common = await readText(fs, `${gitdir}/commondir`);
  if (!(await lookAt(fs, `${gitdir}/HEAD`))) throw new GitFailure(`not a git repository: ${gitdir}`);
  return repositoryAt(fs, root, gitdir, common === undefined ? gitdir : resolveFrom(gitdir, common.trim()));
}

export function repositoryAt(fs: GitFs, root: string, gitdir: string, common: string): Repository {
  const seen = gitdir === common ? fs : withCommonFolder(fs, root, gitdir, common);
  return { fs: seen, root, gitdir, common, at: { fs: clientOf(seen), dir: root, gitdir } };
}

/** What git itself writes on Linux. */
const CONFIG = '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n\tlogallrefupdates = true\n';

/** Makes a repository of a folder; one that is there stays as it is. */
export async function initRepository(fs: GitFs, root: string, branch = 'main'): Promise<Repository> {
  const gitdir = resolveFrom(root, '.git');
  const repository = repositoryAt(fs, root, gitdir, gitdir);
  if (await lookAt(fs, `${gitdir}/HEAD`)) return repository;
  await makeFolder(fs, root);
  await git.init({ ...repository.at, defaultBranch: branch });
  await writeText(fs, `${gitdir}/config`, CONFIG);
  await makeFolder(fs, `${gitdir}/info`);
  await writeText(fs, `${gitdir}/info/exclude`, '');
  return repository;
}

/** The commit that HEAD leads to; undefined before the first. */
export async function headCommit({ at }: Repository): Promise<string | undefined> {
  try {
    return await git.resolveRef({ ...at, ref: 'HEAD' });
  } catch (error) {
    if (error instanceof git.Errors.NotFoundError) return undefined;
    throw error;
  }
}

/** The branch HEAD is on; undefined where it is on none. */
export const currentBranch = async ({ at }: Repository): Promise<string | undefined> =>
  (await git.currentBranch(at)) ?? undefined;
