import { resolveFrom } from '../../../embedded/fs/paths';
import { GitFailure } from '../../git-failure';
import { lookAt, moveAll, readGitText, removeAll, writeText } from '../../git-fs';
import { baseOf } from '../../repository';

import { addWorktree, listWorktrees, pruneWorktrees, removeWorktree, type LinkedFolder } from '../../worktrees';
import { openContext, type Context } from '../context';
import { headText } from '../standing';
import type { GitCommand, GitIo } from '../git-io';
import { readOptions } from '../options';
import { findCommit, resolveCommit } from '../revision';

export const gitWorktree: GitCommand = async ([verb, ...args], io) => {
  const options = readOptions(args, {
    flags: {
      quiet: '-q --quiet',
      force: '-f --force',
      detach: '-d --detach',
      porcelain: '--porcelain',
      verbose: '-v --verbose',
    },
    values: { make: '-b', remake: '-B', reason: '--reason' },
  });
  const repository = await openContext(io);
  const [path, start] = options.rest;
  switch (verb) {
    case 'list':
      return list(repository, io, options.is('porcelain'));
    case 'add': {
      if (path === undefined)
        throw new GitFailure('usage: git worktree add [-b <new-branch>] <path> [<commit-ish>]', 129);
      const made = options.value('make') ?? options.value('remake');
      return add(repository, options.is('quiet') ? silent(io) : io, {
        path,
        start,
        made,
        detach: options.is('detach'),
      });
    }
    case 'remove':
      return remove(repository, await find(repository, io, path), path ?? '', options.values('force').length);
    case 'move':
      return move(repository, await find(repository, io, path), resolveFrom(io.cwd, start ?? ''));
    case 'prune':
      for (const name of await pruneWorktrees(repository))
        if (options.is('verbose')) io.err(`Removing worktrees/${name}: gitdir file points to non-existent location\n`);
      return;
    case 'lock':
    case 'unlock': {
      const { name } = await find(repository, io, path);
      const file = `${repository.common}/worktrees/${name}/locked`;
      return verb === 'lock' ? writeText(io.fs, file, options.value('reason') ?? '') : removeAll(io.fs, file);
    }
    case 'repair':
      return;
    default:
      throw new GitFailure(
        `worktree ${verb ?? ''} is not supported in this sandbox; add, list, lock, move, prune, remove and unlock are`,
        1,
      );
  }
};

/** Failures are still reported: they are thrown. */
const silent = (io: GitIo): GitIo => ({ ...io, out: () => undefined, err: () => undefined });

async function add(
  repository: Context,
  io: GitIo,
  { path, start, made, detach }: { path: string; start: string | undefined; made: string | undefined; detach: boolean },
): Promise<void> {
  const branches = new Set(
    (await repository.refs.list('refs/heads/')).map(({ name }) => name.slice('refs/heads/'.length)),
  );
  if (made !== undefined && branches.has(made)) throw new GitFailure(`a branch named '${made}' already exists`);
  const wanted =
    made ?? (start === undefined ? baseOf(resolveFrom(io.cwd, path)) : branches.has(start) ? start : undefined);
  if (start !== undefined && (await findCommit(repository, start)) === undefined)
    throw new GitFailure(`invalid reference: ${start}`);
  const commit = await resolveCommit(
    repository,
    start ?? (made === undefined && wanted !== undefined && branches.has(wanted) ? wanted : 'HEAD'),
  );
  const branch = detach ? undefined : wanted;
  io.err(
    branch === undefined
      ? `Preparing worktree (detached HEAD ${commit.slice(0, 7)})\n`
      : `Preparing worktree (${branches.has(branch) ? `checking out '${branch}'` : `new branch '${branch}'`})\n`,
  );
  await addWorktree(repository, { path: resolveFrom(io.cwd, path), commit, ...(branch !== undefined && { branch }) });
  io.out(`HEAD is now at ${await headText(repository, commit)}\n`);
}

/** `-f` once removes uncommitted changes too, twice also a locked worktree; the messages are git's. */
async function remove(repository: Context, folder: LinkedFolder, given: string, forces: number): Promise<void> {
  if (folder.locked && forces < 2) {
    const reason = (await readGitText(repository.fs, `${repository.common}/worktrees/${folder.name}/locked`))?.trim();
    throw new GitFailure(
      `cannot remove a locked working tree${reason ? `, lock reason: ${reason}` : ';'}\nuse 'remove -f -f' to override or unlock first`,
    );
  }
  return removeWorktree(repository, { ...folder, locked: false }, { force: forces > 0, given });
}

async function move(repository: Context, folder: LinkedFolder, wanted: string): Promise<void> {
  const { fs, common } = repository;
  if (folder.name === '') throw new GitFailure(`'${folder.path}' is a main working tree`);
  if (folder.locked)
    throw new GitFailure("cannot move a locked working tree;\nuse 'move -f -f' to override or unlock first");
  const isFolder = (await lookAt(fs, wanted))?.type === 'directory';
  const to = isFolder ? `${wanted}/${baseOf(folder.path)}` : wanted;
  if (await lookAt(fs, to)) throw new GitFailure(`target '${to}' already exists`);
  await moveAll(fs, folder.path, to);
  await writeText(fs, `${common}/worktrees/${folder.name}/gitdir`, `${to}/.git\n`);
}

async function find(repository: Context, io: GitIo, given: string | undefined): Promise<LinkedFolder> {
  const all = await listWorktrees(repository);
  const path = resolveFrom(io.cwd, given ?? '');
  const found =
    given === undefined
      ? undefined
      : all.find((other) => other.path === path || (other.name === given && given !== ''));
  if (!found) throw new GitFailure(`'${given ?? ''}' is not a working tree`);
  return found;
}

async function list(repository: Context, io: GitIo, porcelain: boolean): Promise<void> {
  const all = await listWorktrees(repository);
  const width = Math.max(...all.map(({ path }) => path.length));
  for (const { path, commit = '0'.repeat(40), branch, locked, gone } of all) {
    if (porcelain) {
      io.out(
        `worktree ${path}\nHEAD ${commit}\n${branch === undefined ? 'detached' : `branch refs/heads/${branch}`}\n\n`,
      );
      continue;
    }
    const marks = `${locked ? ' locked' : ''}${gone ? ' prunable' : ''}`;
    io.out(
      `${path.padEnd(width)}  ${commit.slice(0, 7)} ${branch === undefined ? '(detached HEAD)' : `[${branch}]`}${marks}\n`,
    );
  }
}
