import git from 'isomorphic-git';
import type { RepositoryView, Worktree } from '@/lib/ports';
import { GitFailure } from './git-failure';
import { readGitText, writeText, type GitFs } from './git-fs';
import { identityOf } from './identity';
import { currentBranch, findRepository, headCommit, initRepository, type Repository } from './repository';
import { stageChanges } from './stage';
import { readStatus } from './status';
import { addWorktree, listWorktrees, pruneWorktrees, removeWorktree, worktreeRepository } from './worktrees';

/** The folder of the worktrees: hidden, so that a search in the project does not find every file twice. */
const FOLDER = '.worktrees';

const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]*$/;

/**
 * A project's worktrees: `<name>` is in `.worktrees/<name>`, on the branch `worktree-<name>`. Every failure is a
 * readable Error.
 */
export function agentWorktrees(fs: GitFs, workdir: string) {
  const open = async (): Promise<Repository | undefined> => {
    const found = await findRepository(fs, workdir);
    // A worktree leads to the repository it belongs to.
    return found && (found.gitdir === found.common ? found : findRepository(fs, found.common.replace(/\/\.git$/, '')));
  };

  const list = async (): Promise<Worktree[]> => {
    const repository = await open();
    if (!repository) return [];
    const all = await listWorktrees(repository);
    return all.flatMap(({ name, path, branch, commit, gone }) =>
      name === '' || gone ? [] : [{ name, path, branch: branch ?? (commit ?? '').slice(0, 7) }],
    );
  };

  return {
    list,
    /** What a folder's repository looks like: branch, changes, branches, worktrees and commits. */
    async look(folder: string): Promise<RepositoryView | undefined> {
      const repository = await findRepository(fs, folder);
      return repository && view(repository, await list());
    },
    async create(name: string): Promise<Worktree> {
      if (!NAME.test(name)) {
        throw new GitFailure(
          `${name} cannot be a worktree's name: use letters, digits, _ and -, and begin with one of the first two`,
        );
      }
      if ((await list()).some((other) => other.name === name))
        throw new GitFailure(`there is a worktree ${name} already`);
      const repository = await withCommit((await open()) ?? (await begin(fs, workdir)));
      await pruneWorktrees(repository);
      await exclude(repository, `/${FOLDER}/`);
      const commit = await headCommit(repository);
      if (commit === undefined) throw new GitFailure('the repository has no commit');
      const branch = await freeBranch(repository, `worktree-${name}`);
      const { root } = await addWorktree(repository, { path: `${repository.root}/${FOLDER}/${name}`, commit, branch });
      return { name, path: root, branch };
    },
    async remove(name: string, { force = false }: { force?: boolean } = {}): Promise<void> {
      const repository = await open();
      const found = repository && (await listWorktrees(repository)).find((other) => other.name === name);
      if (!repository || !found || name === '') throw new GitFailure(`there is no worktree ${name}`);
      await removeWorktree(repository, found, { force });
    },
    /** Removes a worktree and its branch if it holds nothing of its own; false if it does. */
    async removeUnused({ name, branch }: Worktree): Promise<boolean> {
      const repository = await open();
      const found = repository && (await listWorktrees(repository)).find((other) => other.name === name);
      if (!repository || !found || name === '' || found.gone || found.locked) return false;
      const changed = await readStatus(worktreeRepository(repository, found));
      if (changed.length > 0 || !(await isContained(repository, branch))) return false;
      await removeWorktree(repository, found);
      await git.deleteBranch({ ...repository.at, ref: branch });
      return true;
    },
  };
}

/** Whether HEAD contains everything that is on a branch. */
async function isContained(repository: Repository, branch: string): Promise<boolean> {
  const { at } = repository;
  const head = await headCommit(repository);
  const tip = await git.resolveRef({ ...at, ref: `refs/heads/${branch}` }).catch(() => undefined);
  if (head === undefined || tip === undefined) return false;
  return head === tip || git.isDescendent({ ...at, oid: head, ancestor: tip });
}

/** How many commits a view shows. */
const MOST_COMMITS = 20;

async function view(repository: Repository, worktrees: readonly Worktree[]): Promise<RepositoryView> {
  const { at } = repository;
  const [branch, head, status] = await Promise.all([
    currentBranch(repository),
    headCommit(repository),
    readStatus(repository),
  ]);
  const log = head === undefined ? [] : await git.log({ ...at, ref: head, depth: MOST_COMMITS });
  return {
    ...(branch !== undefined && { branch }),
    changes: status.map(({ path, index, work }) => ({ path, code: `${index}${work}` })),
    branches: (await git.listBranches(at)).toSorted(),
    worktrees,
    commits: log.map(({ oid, commit: { message, author } }) => ({
      id: oid.slice(0, 7),
      subject: subjectLine(message),
      author: author.name,
      at: author.timestamp * 1000,
    })),
  };
}

/** Makes a repository for a project that has none; `node_modules` is excluded. */
async function begin(fs: GitFs, workdir: string): Promise<Repository> {
  const repository = await initRepository(fs, workdir);
  await exclude(repository, 'node_modules/');
  return repository;
}

async function withCommit(repository: Repository): Promise<Repository> {
  if ((await headCommit(repository)) !== undefined) return repository;
  await stageChanges(repository);
  await git.commit({ ...repository.at, message: 'The files at the start', author: await identityOf(repository) });
  return repository;
}

/** A free branch name: a removed worktree leaves its branch behind, so the next worktree of that name needs another one. */
async function freeBranch({ at }: Repository, wanted: string): Promise<string> {
  const branches = new Set(await git.listBranches(at));
  let branch = wanted;
  for (let next = 2; branches.has(branch); next++) branch = `${wanted}-${next}`;
  return branch;
}

async function exclude({ fs, common }: Repository, pattern: string): Promise<void> {
  const path = `${common}/info/exclude`;
  const text = (await readGitText(fs, path)) ?? '';
  if (text.split('\n').includes(pattern)) return;
  await fs.mkdir(`${common}/info`).catch(() => undefined);
  await writeText(fs, path, `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${pattern}\n`);
}

/** The first line of a commit's message. */
const subjectLine = (message: string): string => message.split('\n')[0] ?? '';
