import git from 'isomorphic-git';
import { GitFailure } from '../../git-failure';
import { currentBranch, headCommit, openRepository, type Repository } from '../../repository';
import { subjectLine } from '../../subject';
import { listWorktrees } from '../../worktrees';
import type { Command, GitIo } from '../git-io';
import { readOptions } from '../options';
import { moveReflog, noteMove } from '../reflog';
import { resolveCommit } from '../revision';

export const branch: Command = async (args, io) => {
  const options = readOptions(args, {
    flags: {
      list: '-l --list',
      current: '--show-current',
      remove: '-d --delete',
      removeAnyway: '-D',
      rename: '-m --move -M',
      force: '-f --force',
      verbose: '-v --verbose',
      all: '-a --all --no-color -vv',
    },
  });
  const repository = await openRepository(io.fs, io.cwd);
  const current = await currentBranch(repository);
  const [first, second] = options.rest;
  if (options.is('current')) return io.out(current === undefined ? '' : `${current}\n`);
  if (options.is('remove') || options.is('removeAnyway')) {
    for (const name of options.rest)
      await removeBranch(repository, io, name, options.is('removeAnyway') || options.is('force'));
    return;
  }
  if (options.is('rename')) {
    const [from, to] = second === undefined ? [current, first] : [first, second];
    if (from === undefined || to === undefined) throw new GitFailure('branch name required');
    return renameBranch(repository, io, from, to);
  }
  if (first !== undefined && !options.is('list'))
    return makeBranch(repository, io, first, second ?? 'HEAD', options.is('force'));
  return list(repository, io, current, options.is('verbose'));
};

/** Makes a branch that begins at a revision. */
export async function makeBranch(
  repository: Repository,
  io: GitIo,
  name: string,
  start: string,
  force = false,
): Promise<void> {
  const branches = await git.listBranches(repository.at);
  if (branches.includes(name) && !force) throw new GitFailure(`a branch named '${name}' already exists`);
  const object =
    (await headCommit(repository)) === undefined && start === 'HEAD'
      ? undefined
      : await resolveCommit(repository, start);
  if (object === undefined) throw new GitFailure(`not a valid object name: '${start}'`);
  const before = branches.includes(name) ? await resolveCommit(repository, `refs/heads/${name}`) : undefined;
  await git.branch({ ...repository.at, ref: name, object, force });
  const reason = `branch: ${before === undefined ? 'Created from' : 'Reset to'} ${start}`;
  await noteMove(repository, io, [`refs/heads/${name}`], { before, after: object, reason });
}

async function renameBranch(repository: Repository, io: GitIo, from: string, to: string): Promise<void> {
  const checkout = from === (await currentBranch(repository));
  await git.renameBranch({ ...repository.at, oldref: from, ref: to, checkout });
  const [old, now] = [`refs/heads/${from}`, `refs/heads/${to}`];
  await moveReflog(repository, old, now);
  const after = await resolveCommit(repository, now);
  const refs = checkout ? [now, 'HEAD'] : [now];
  await noteMove(repository, io, refs, { before: after, after, reason: `Branch: renamed ${old} to ${now}` });
}

async function removeBranch(repository: Repository, io: GitIo, name: string, force: boolean): Promise<void> {
  const { at } = repository;
  if (!(await git.listBranches(at)).includes(name)) throw new GitFailure(`branch '${name}' not found.`, 1);
  const user = (await listWorktrees(repository)).find((other) => other.branch === name && !other.gone);
  if (user) throw new GitFailure(`Cannot delete branch '${name}' checked out at '${user.path}'`, 1);
  const oid = await resolveCommit(repository, `refs/heads/${name}`);
  const head = await headCommit(repository);
  if (!force && head !== undefined && head !== oid && !(await git.isDescendent({ ...at, oid: head, ancestor: oid }))) {
    throw new GitFailure(
      `The branch '${name}' is not fully merged.\nIf you are sure you want to delete it, run 'git branch -D ${name}'.`,
      1,
    );
  }
  await git.deleteBranch({ ...at, ref: name });
  await moveReflog(repository, `refs/heads/${name}`);
  io.out(`Deleted branch ${name} (was ${oid.slice(0, 7)}).\n`);
}

async function list(repository: Repository, io: GitIo, current: string | undefined, verbose: boolean): Promise<void> {
  const elsewhere = new Set((await listWorktrees(repository)).map((other) => other.branch));
  const branches = (await git.listBranches(repository.at)).toSorted();
  const head = await headCommit(repository);
  const width = Math.max(...branches.map((name) => name.length), 0);
  if (current === undefined) io.out(`* (HEAD detached at ${head?.slice(0, 7) ?? ''})\n`);
  for (const name of branches) {
    const mark = name === current ? '*' : elsewhere.has(name) ? '+' : ' ';
    const { oid, commit } = await git.readCommit({
      ...repository.at,
      oid: await resolveCommit(repository, `refs/heads/${name}`),
    });
    const more = verbose ? `${' '.repeat(width - name.length)} ${oid.slice(0, 7)} ${subjectLine(commit.message)}` : '';
    io.out(`${mark} ${name}${more}\n`);
  }
}
