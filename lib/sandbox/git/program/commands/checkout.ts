import git from 'isomorphic-git';
import { GitFailure } from '../../git-failure';
import { writeText } from '../../git-fs';
import { currentBranch, headCommit, openRepository, type Repository } from '../../repository';
import { subjectOf } from '../../subject';
import { listWorktrees } from '../../worktrees';
import type { Command, GitIo } from '../git-io';
import { switchHead } from '../move-head';
import { readOptions } from '../options';
import { pathspec } from '../pathspec';
import { previousPlace } from '../reflog';
import { restorePaths } from '../restore-paths';
import { findCommit, resolveCommit } from '../revision';
import { makeBranch } from './branch';

/** `checkout`: a branch, a commit, or files. */
export const checkout: Command = async (args, io) => {
  const options = readOptions(args, {
    flags: { force: '-f --force', quiet: '-q --quiet', detach: '--detach' },
    values: { make: '-b', remake: '-B' },
  });
  const repository = await openRepository(io.fs, io.cwd);
  const made = options.value('make') ?? options.value('remake');
  const [first = options.is('detach') ? 'HEAD' : undefined, ...others] = await withPrevious(repository, options.rest);
  if (made !== undefined) {
    return startBranch(repository, io, made, first, {
      again: options.value('remake') !== undefined,
      quiet: options.is('quiet'),
    });
  }
  if (first === undefined) throw new GitFailure('you must specify a branch, a commit or paths', 129);
  const onlyPaths = options.paths !== undefined && options.paths.length === options.rest.length;
  const commit = onlyPaths ? undefined : await findCommit(repository, first);
  if (commit !== undefined && others.length === 0) {
    return moveTo(repository, io, first, {
      force: options.is('force'),
      detach: options.is('detach'),
      quiet: options.is('quiet'),
    });
  }
  const given = commit === undefined ? options.rest : others;
  const paths = given.map((path) => pathspec(repository, io.cwd, path));
  const count = await restorePaths(repository, paths, {
    ...(commit !== undefined && { from: commit }),
    work: true,
    index: commit !== undefined,
  });
  if (!options.is('quiet'))
    io.err(
      `Updated ${count} path${count === 1 ? '' : 's'} from ${commit === undefined ? 'the index' : commit.slice(0, 7)}\n`,
    );
};

/** `switch`: a branch only. */
export const switchBranch: Command = async (args, io) => {
  const options = readOptions(args, {
    flags: { force: '-f --force --discard-changes', quiet: '-q --quiet', detach: '-d --detach' },
    values: { make: '-c --create', remake: '-C --force-create' },
  });
  const repository = await openRepository(io.fs, io.cwd);
  const made = options.value('make') ?? options.value('remake');
  const [name = options.is('detach') ? 'HEAD' : undefined] = await withPrevious(repository, options.rest);
  const how = { force: options.is('force'), detach: options.is('detach'), quiet: options.is('quiet') };
  if (made !== undefined) {
    return startBranch(repository, io, made, name, { again: options.value('remake') !== undefined, quiet: how.quiet });
  }
  if (name === undefined) throw new GitFailure('missing branch or commit argument');
  if (!how.detach && !(await git.listBranches(repository.at)).includes(name)) {
    const isCommit = (await findCommit(repository, name)) !== undefined;
    throw new GitFailure(isCommit ? `a branch is expected, got commit '${name}'` : `invalid reference: ${name}`);
  }
  return moveTo(repository, io, name, how);
};

/** A first `-` or `@{-2}` is the branch, or commit, that HEAD was on before; where it was on none, it stays as it is. */
async function withPrevious(repository: Repository, [first, ...others]: readonly string[]): Promise<string[]> {
  const number = first === '-' ? '1' : /^@\{-(\d+)\}$/.exec(first ?? '')?.[1];
  const place = number === undefined ? undefined : await previousPlace(repository, Number(number));
  const name = place ?? first;
  return name === undefined ? [] : [name, ...others];
}

async function startBranch(
  repository: Repository,
  io: GitIo,
  name: string,
  start: string | undefined,
  { again, quiet }: { again: boolean; quiet: boolean },
): Promise<void> {
  if (start === undefined && (await headCommit(repository)) === undefined) {
    await writeText(io.fs, `${repository.gitdir}/HEAD`, `ref: refs/heads/${name}\n`);
  } else {
    const from = await resolveCommit(repository, start ?? 'HEAD');
    if (from !== (await headCommit(repository))) await updateFiles(repository, from, false);
    await makeBranch(repository, io, name, start ?? 'HEAD', again);
    await switchHead(repository, io, { branch: name });
  }
  if (!quiet) io.err(`Switched to a new branch '${name}'\n`);
}

async function moveTo(
  repository: Repository,
  io: GitIo,
  name: string,
  { force, detach, quiet }: { force: boolean; detach: boolean; quiet: boolean },
): Promise<void> {
  const oid = await resolveCommit(repository, name);
  const isBranch = !detach && (await git.listBranches(repository.at)).includes(name);
  if (isBranch && name === (await currentBranch(repository)) && !force) {
    if (!quiet) io.err(`Already on '${name}'\n`);
    return;
  }
  const user =
    isBranch &&
    (await listWorktrees(repository)).find((other) => other.branch === name && other.path !== repository.root);
  if (user && !user.gone) throw new GitFailure(`'${name}' is already checked out at '${user.path}'`);
  await updateFiles(repository, oid, force);
  await switchHead(repository, io, isBranch ? { branch: name } : { commit: oid, named: name });
  if (quiet) return;
  const subject = await subjectOf(repository, oid);
  io.err(isBranch ? `Switched to branch '${name}'\n` : `HEAD is now at ${oid.slice(0, 7)} ${subject}\n`);
}

/** Makes the files those of a commit, as long as nothing that is not committed would be lost. */
export async function updateFiles({ at }: Repository, oid: string, force: boolean): Promise<void> {
  try {
    await git.checkout({ ...at, ref: oid, noUpdateHead: true, force });
  } catch (error) {
    if (!(error instanceof git.Errors.CheckoutConflictError)) throw error;
    const list = error.data.filepaths.map((path) => `\t${path}\n`).join('');
    throw new GitFailure(
      `Your local changes to the following files would be overwritten by checkout:\n${list}` +
        'Please commit your changes or stash them before you switch branches.\nAborting',
      1,
    );
  }
}
