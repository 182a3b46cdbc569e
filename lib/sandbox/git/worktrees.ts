import git from 'isomorphic-git';
import { isBelow } from '../paths';
import { GitFailure } from './git-failure';
import { lookAt, makeFolder, readGitText, removeAll, writeText } from './git-fs';
import { baseOf, parentFolder, repositoryAt, type Repository } from './repository';
import { readStatus } from './status';

/** A folder in which a branch, or a commit, of a repository is checked out. */
export interface LinkedFolder {
  /** Its entry in `.git/worktrees`; empty for the repository's own folder. */
  readonly name: string;
  readonly path: string;
  /** Undefined if it is on no branch. */
  readonly branch: string | undefined;
  /** Undefined before the first commit. */
  readonly commit: string | undefined;
  readonly locked: boolean;
  /** Its folder is gone. */
  readonly gone: boolean;
  /** The repository has no folder of its own. */
  readonly bare: boolean;
}

const adminOf = ({ common }: Repository, name: string): string => `${common}/worktrees/${name}`;

/** The repository's own folder, then its worktrees by name. */
export async function listWorktrees(repository: Repository): Promise<LinkedFolder[]> {
  const { fs, common } = repository;
  const bare = baseOf(common) !== '.git';
  const main = await describeFolder(repository, '', bare ? common : parentFolder(common), common, bare);
  const names = (await lookAt(fs, `${common}/worktrees`)) ? await fs.readdir(`${common}/worktrees`) : [];
  const linked = await Promise.all(
    names.toSorted().map(async (name) => {
      const admin = adminOf(repository, name);
      const dot = (await readGitText(fs, `${admin}/gitdir`))?.trim();
      return dot === undefined ? [] : [await describeFolder(repository, name, parentFolder(dot), admin)];
    }),
  );
  return [main, ...linked.flat()];
}

async function describeFolder(
  { fs, at }: Repository,
  name: string,
  path: string,
  gitdir: string,
  bare = false,
): Promise<LinkedFolder> {
  const head = (await readGitText(fs, `${gitdir}/HEAD`))?.trim() ?? '';
  const branch = /^ref: refs\/heads\/(.+)$/.exec(head)?.[1];
  const commit =
    branch === undefined ? head : await git.resolveRef({ ...at, ref: `refs/heads/${branch}` }).catch(() => undefined);
  const locked = (await lookAt(fs, `${gitdir}/locked`)) !== undefined;
  const gone = !bare && (await lookAt(fs, `${path}/.git`)) === undefined;
  // Nobody works on the branch of a bare repository.
  return { name, path, branch: bare ? undefined : branch, commit, locked, gone, bare };
}

export interface NewWorktree {
  /** An absolute path. */
  readonly path: string;
  /** The commit to check out. */
  readonly commit: string;
  /** The branch to be on; made if it does not exist. None if left out. */
  readonly branch?: string;
  /** Also checks out a branch that another worktree has. */
  readonly force?: boolean;
  /** Checks out no files. */
  readonly empty?: boolean;
}

/** Checks a branch out in a folder of its own. Leaves nothing behind if it fails. */
export async function addWorktree(
  repository: Repository,
  { path, commit, branch, force = false, empty = false }: NewWorktree,
): Promise<Repository> {
  const { fs, at, common } = repository;
  const there = await lookAt(fs, path);
  if (there && (there.type !== 'directory' || (await fs.readdir(path)).length > 0)) {
    throw new GitFailure(`'${path}' already exists`);
  }
  if (isBelow(path, common)) throw new GitFailure(`'${path}' is inside the repository's own folder`);
  const all = await listWorktrees(repository);
  const taken = all.find((other) => branch !== undefined && other.branch === branch && !other.gone);
  if (taken && !force) throw new GitFailure(`'${branch}' is already checked out at '${taken.path}'`);
  const admin = adminOf(repository, freeName(baseOf(path), all));
  const isNew = branch !== undefined && !(await git.listBranches(at)).includes(branch);
  if (isNew) await git.branch({ ...at, ref: branch, object: commit });
  try {
    await makeFolder(fs, path);
    await makeFolder(fs, admin);
    await writeText(fs, `${admin}/HEAD`, branch === undefined ? `${commit}\n` : `ref: refs/heads/${branch}\n`);
    await writeText(fs, `${admin}/commondir`, '../..\n');
    await writeText(fs, `${admin}/gitdir`, `${path}/.git\n`);
    await writeText(fs, `${admin}/ORIG_HEAD`, `${commit}\n`);
    await writeText(fs, `${path}/.git`, `gitdir: ${admin}\n`);
    const made = repositoryAt(fs, path, admin, common);
    if (!empty) await git.checkout({ ...made.at, ref: branch ?? commit, force: true });
    return made;
  } catch (error) {
    await removeAll(fs, path);
    await removeAll(fs, admin);
    if (isNew) await git.deleteBranch({ ...at, ref: branch });
    throw error;
  }
}

function freeName(wanted: string, all: readonly LinkedFolder[]): string {
  const names = new Set(all.map(({ name }) => name));
  let name = wanted;
  for (let at = 1; names.has(name); at++) name = `${wanted}${at}`;
  return name;
}

/** The repository as seen from one of its worktrees. */
export const worktreeRepository = (repository: Repository, { name, path }: LinkedFolder): Repository =>
  name === ''
    ? repositoryAt(repository.fs, path, repository.common, repository.common)
    : repositoryAt(repository.fs, path, adminOf(repository, name), repository.common);

/** Removes a worktree's folder and its entry; its branch stays. Refuses if files are not committed, unless forced. */
export async function removeWorktree(
  repository: Repository,
  worktree: LinkedFolder,
  { force = false, given = worktree.path }: { force?: boolean; given?: string } = {},
): Promise<void> {
  const { fs } = repository;
  if (worktree.name === '') throw new GitFailure(`'${worktree.path}' is a main working tree`);
  if (worktree.locked && !force) throw new GitFailure(`cannot remove a locked working tree: '${worktree.path}'`);
  if (!force && !worktree.gone) {
    const changed = await readStatus(worktreeRepository(repository, worktree));
    if (changed.length > 0) {
      throw new GitFailure(`'${given}' contains modified or untracked files, use --force to delete it`);
    }
  }
  await removeAll(fs, worktree.path);
  await forget(repository, worktree);
}

/** Removes the entries of worktrees whose folders are gone; returns their names. */
export async function pruneWorktrees(repository: Repository): Promise<string[]> {
  const gone = (await listWorktrees(repository)).filter(
    (worktree) => worktree.gone && !worktree.locked && worktree.name,
  );
  for (const worktree of gone) await forget(repository, worktree);
  return gone.map(({ name }) => name);
}

async function forget(repository: Repository, { name }: LinkedFolder): Promise<void> {
  const { fs, common } = repository;
  await removeAll(fs, adminOf(repository, name));
  if ((await fs.readdir(`${common}/worktrees`)).length === 0) await fs.rmdir(`${common}/worktrees`);
}
