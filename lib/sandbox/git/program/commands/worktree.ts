import { resolveFrom } from '../../../paths';
import { GitFailure } from '../../git-failure';
import { lookAt, moveAll, readGitText, removeAll, writeText } from '../../git-fs';
import { baseOf } from '../../repository';

import { addWorktree, listWorktrees, pruneWorktrees, removeWorktree, type LinkedFolder } from '../../worktrees';
import { openContext, type Context } from '../setup/context';
import { headText } from '../refs/standing';
import type { GitCommand, GitIo } from '../setup/git-io';
import { readOptions, type Options } from '../terminal/options';
import { findCommit, fullRef, resolveCommit } from '../refs/revision';
import { previousPlace } from '../refs/reflog';
import { updateRef } from '../refs/update-refs';
import { followRef } from '../refs/follow-branch';
import { filesOfCommit } from '../worktree/merge-into-work';
import { outside } from '../submodule/submodule-file';
import { switchTree } from '../worktree/switch-tree';
import { guessRemote } from '../refs/upstream';
import { repairWorktrees } from '../worktree/repair-worktrees';

const SPEC = {
  flags: {
    quiet: '-q --quiet',
    force: '-f --force',
    detach: '-d --detach',
    porcelain: '--porcelain',
    zero: '-z',
    verbose: '-v --verbose',
    dry: '-n --dry-run',
    noCheckout: '--no-checkout',
    plain: '--checkout',
    guess: '--guess-remote',
    noGuess: '--no-guess-remote',
    track: '--track',
    noTrack: '--no-track',
    lock: '--lock',
  },
  values: { make: '-b', remake: '-B', reason: '--reason', expire: '--expire' },
} as const;
type WorktreeOptions = Options<keyof typeof SPEC.flags, keyof typeof SPEC.values>;

/** `git worktree`: more folders of a repository, each with its own branch. */
export const gitWorktree: GitCommand = async ([verb, ...args], io) => {
  const options = readOptions(args, SPEC);
  const repository = await openContext(io);
  const [path, to] = options.rest;
  switch (verb) {
    case 'list':
      return showAll(repository, io, options);
    case 'add':
      return addAsAsked(repository, io, options);
    case 'remove':
      return remove(repository, await find(repository, io, path), path ?? '', options.values('force').length);
    case 'move':
      return move(repository, await find(repository, io, path), resolveFrom(io.cwd, to ?? ''), options);
    case 'prune':
      return prune(repository, io, options);
    case 'lock':
    case 'unlock':
      return setLock(repository, io, path, verb === 'lock' ? (options.value('reason') ?? '') : undefined);
    case 'repair':
      return repairWorktrees(repository, options.rest);
    case undefined:
      throw new GitFailure('need a subcommand', 129);
    default:
      throw new GitFailure(`unknown subcommand: \`${verb}'`, 129);
  }
};

async function showAll(repository: Context, io: GitIo, options: WorktreeOptions): Promise<void> {
  const [zero, porcelain, verbose] = [options.is('zero'), options.is('porcelain'), options.is('verbose')];
  if (options.rest.length > 0) throw new GitFailure('usage: git worktree list [-v | --porcelain [-z]]', 129, '');
  if (verbose && porcelain) throw new GitFailure("options '--verbose' and '--porcelain' cannot be used together");
  if (zero && !porcelain) throw new GitFailure("the option '-z' requires '--porcelain'");
  return list(repository, zero ? withZeros(io) : io, porcelain, verbose);
}

async function addAsAsked(repository: Context, io: GitIo, options: WorktreeOptions): Promise<void> {
  const [path, written] = options.rest;
  const given = options.value('make') ?? options.value('remake');
  mustFit(options, given);
  if (path === undefined || options.rest.length > 2) throw new GitFailure(ADD_USAGE, 129, '');
  const start = written === '-' ? ((await previousPlace(repository, 1)) ?? '@{-1}') : written;
  const guesses = options.last('guess', 'noGuess') ?? repository.config.boolean('worktree.guessRemote');
  const isPlain = given === undefined && !options.is('detach');
  const name = start ?? (guesses === true || guesses === 'guess' ? baseOf(resolveFrom(io.cwd, path)) : undefined);
  const known = name !== undefined && (await findCommit(repository, name)) !== undefined;
  const remote = isPlain && name !== undefined && !known ? await guessRemote(repository, name) : undefined;
  return add(repository, options.is('quiet') ? silent(io) : io, {
    path,
    start: remote ?? start,
    made: remote === undefined ? given : name,
    remakes: options.value('remake') !== undefined,
    force: options.is('force'),
    detach: options.is('detach'),
    empty: options.is('noCheckout'),
    lock: options.is('lock') ? (options.value('reason') ?? 'added with --lock') : undefined,
    tracks: options.is('track') ? true : options.is('noTrack') ? false : undefined,
  });
}

/** Fails for options of `add` that contradict each other. */
function mustFit({ is, value, last }: WorktreeOptions, given: string | undefined): void {
  const kinds = [is('detach'), value('make') !== undefined, value('remake') !== undefined];
  if (kinds.filter(Boolean).length > 1)
    throw new GitFailure("options '-b', '-B', and '--detach' cannot be used together");
  if (value('reason') !== undefined && !is('lock')) throw new GitFailure("the option '--reason' requires '--lock'");
  if (last('track', 'noTrack') !== undefined && given === undefined && is('detach'))
    throw new GitFailure('--[no-]track can only be used if a new branch is created');
}

async function prune(repository: Context, io: GitIo, options: WorktreeOptions): Promise<void> {
  if (options.rest.length > 0) throw new GitFailure('usage: git worktree prune [-n] [-v] [--expire <expire>]', 129, '');
  const say = (name: string) => io.err(`Removing worktrees/${name}: gitdir file points to non-existent location\n`);
  if (options.is('dry')) {
    for (const { name, gone, locked } of await listWorktrees(repository)) if (name !== '' && gone && !locked) say(name);
    return;
  }
  for (const name of await pruneWorktrees(repository)) if (options.is('verbose')) say(name);
}

/** Locks a worktree for a reason; undefined unlocks it. */
async function setLock(
  repository: Context,
  io: GitIo,
  path: string | undefined,
  reason: string | undefined,
): Promise<void> {
  const { name, locked } = await find(repository, io, path);
  const file = `${repository.common}/worktrees/${name}/locked`;
  if (name === '') throw new GitFailure('The main working tree cannot be locked or unlocked');
  const before = ((await readGitText(io.fs, file)) ?? '').trim();
  if (reason !== undefined && locked)
    throw new GitFailure(`'${path}' is already locked${before === '' ? '' : `, reason: ${before}`}`);
  if (reason === undefined && !locked) throw new GitFailure(`'${path}' is not locked`);
  await (reason === undefined ? removeAll(io.fs, file) : writeText(io.fs, file, reason));
}

/** Failures are still reported: they are thrown. */
const silent = (io: GitIo): GitIo => ({ ...io, out: () => undefined, err: () => undefined });

const ADD_USAGE = `usage: git worktree add [-f] [--detach] [--checkout] [--lock [--reason <string>]]
                        [-b <new-branch>] <path> [<commit-ish>]
`;

/** `-z`: lines end with a zero. */
const withZeros = (io: GitIo): GitIo => ({
  ...io,
  out: (text) => io.out(typeof text === 'string' ? text.replaceAll('\n', '\0') : text),
});

interface NewFolder {
  readonly path: string;
  readonly start: string | undefined;
  /** The branch to make. */
  readonly made: string | undefined;
  /** Whether that branch may exist. */
  readonly remakes: boolean;
  readonly force: boolean;
  readonly detach: boolean;
  /** Whether no files are checked out. */
  readonly empty: boolean;
  /** Why it is locked; undefined if it is not. */
  readonly lock: string | undefined;
  /** Whether a new branch follows the one it starts at; undefined for one of a remote. */
  readonly tracks: boolean | undefined;
}

async function add(
  repository: Context,
  io: GitIo,
  { path, start, made, remakes, force, detach, empty, lock, tracks }: NewFolder,
): Promise<void> {
  const branches = new Set(
    (await repository.refs.list('refs/heads/')).map(({ name }) => name.slice('refs/heads/'.length)),
  );
  if (made !== undefined && branches.has(made) && !remakes)
    throw new GitFailure(`a branch named '${made}' already exists`, 255, 'fatal: ');
  const wanted =
    made ?? (start === undefined ? baseOf(resolveFrom(io.cwd, path)) : branches.has(start) ? start : undefined);
  if (start !== undefined && (await findCommit(repository, start)) === undefined)
    throw new GitFailure(`invalid reference: ${start}`);
  const commit = await resolveCommit(
    repository,
    start ?? (made === undefined && wanted !== undefined && branches.has(wanted) ? wanted : 'HEAD'),
  );
  const branch = detach ? undefined : wanted;
  const root = resolveFrom(io.cwd, path);
  const user = (await listWorktrees(repository)).find(
    (other) => other.branch === branch && branch !== undefined && !other.gone,
  );
  if (user && remakes && !force) throw new GitFailure(`'${branch}' is already checked out at '${user.path}'`);
  const resets = remakes && branch !== undefined && branches.has(branch);
  io.err(
    branch === undefined
      ? `Preparing worktree (detached HEAD ${commit.slice(0, 7)})\n`
      : `Preparing worktree (${resets ? `resetting branch '${branch}'; was at ${((await repository.refs.resolve(`refs/heads/${branch}`)) ?? '').slice(0, 7)}` : branches.has(branch) ? `checking out '${branch}'` : `new branch '${branch}'`})\n`,
  );
  if (resets) await updateRef(repository, `refs/heads/${branch}`, commit, `branch: Reset to ${start ?? 'HEAD'}`);
  const there = await lookAt(io.fs, root);
  if (there && (there.type !== 'directory' || (await io.fs.readdir(root)).length > 0)) {
    // git makes the branch before it looks at the folder.
    if (branch !== undefined && !branches.has(branch))
      await updateRef(repository, `refs/heads/${branch}`, commit, `branch: Created from ${start ?? 'HEAD'}`);
    throw new GitFailure(`'${path}' already exists`);
  }
  const from = start === undefined || made === undefined ? undefined : await fullRef(repository, start);
  const follows = tracks === true || (tracks === undefined && from?.startsWith('refs/remotes/') === true);
  if (from !== undefined && made !== undefined && follows) await followRef({ ...repository, io }, made, from);
  await addWorktree(repository, { path: root, commit, ...(branch !== undefined && { branch }), force, empty: true });
  if (!empty) {
    const context = await openContext(outside(io, root));
    await switchTree(context, new Map(), await filesOfCommit(context, commit));
  }
  if (lock !== undefined)
    await writeText(
      repository.fs,
      `${repository.common}/worktrees/${(await find(repository, io, path)).name}/locked`,
      lock,
    );
  if (empty) return;
  io.out(`HEAD is now at ${await headText(repository, commit)}\n`);
}

/** `-f` once removes uncommitted changes too, twice also a locked worktree; the messages are git's. */
async function remove(repository: Context, folder: LinkedFolder, given: string, forces: number): Promise<void> {
  if (folder.locked && forces < 2) throw await lockedFailure(repository, folder, 'remove');
  return removeWorktree(repository, { ...folder, locked: false }, { force: forces > 0, given });
}

async function lockedFailure({ fs, common }: Context, { name }: LinkedFolder, verb: string): Promise<GitFailure> {
  const reason = (await readGitText(fs, `${common}/worktrees/${name}/locked`))?.trim();
  return new GitFailure(
    `cannot ${verb} a locked working tree${reason ? `, lock reason: ${reason}` : ';'}\nuse '${verb} -f -f' to override or unlock first`,
  );
}

async function move(
  repository: Context,
  folder: LinkedFolder,
  wanted: string,
  { values }: WorktreeOptions,
): Promise<void> {
  const { fs, common } = repository;
  if (folder.name === '') throw new GitFailure(`'${folder.path}' is a main working tree`);
  if (folder.locked && values('force').length < 2) throw await lockedFailure(repository, folder, 'move');
  const isFolder = (await lookAt(fs, wanted))?.type === 'directory';
  const to = isFolder ? `${wanted}/${baseOf(folder.path)}` : wanted;
  if (await lookAt(fs, to)) throw new GitFailure(`target '${to}' already exists`);
  await moveAll(fs, folder.path, to);
  await writeText(fs, `${common}/worktrees/${folder.name}/gitdir`, `${to}/.git\n`);
}

async function find(repository: Context, io: GitIo, given: string | undefined): Promise<LinkedFolder> {
  const all = await listWorktrees(repository);
  const path = resolveFrom(io.cwd, given ?? '');
  // The end of a path names a folder, if it is the end of only one.
  const ending = all.filter((other) => given !== undefined && `/${other.path}`.endsWith(`/${given}`));
  const found =
    given === undefined ? undefined : ending.length === 1 ? ending[0] : all.find((other) => other.path === path);
  if (!found) throw new GitFailure(`'${given ?? ''}' is not a working tree`);
  return found;
}

async function list(repository: Context, io: GitIo, porcelain: boolean, verbose: boolean): Promise<void> {
  const [main, ...linked] = await listWorktrees(repository);
  const all = [...(main ? [main] : []), ...linked.toSorted((a, b) => (a.path < b.path ? -1 : 1))];
  const width = Math.max(...all.map(({ path }) => path.length));
  const GONE = 'gitdir file points to non-existent location';
  for (const { name, path, commit = '0'.repeat(40), branch, locked, gone, bare } of all) {
    const file = `${repository.common}/worktrees/${name}/locked`;
    const reason = locked ? ((await readGitText(io.fs, file)) ?? '').trim() : '';
    const isGone = gone && name !== '' && !locked;
    if (bare) {
      io.out(porcelain ? `worktree ${path}\nbare\n\n` : `${path.padEnd(width)}  (bare)\n`);
      continue;
    }
    if (porcelain) {
      io.out(
        `worktree ${path}\nHEAD ${commit}\n${branch === undefined ? 'detached' : `branch refs/heads/${branch}`}\n${locked ? `locked${reason === '' ? '' : ` ${reason}`}\n` : ''}${isGone ? `prunable ${GONE}\n` : ''}\n`,
      );
      continue;
    }
    const why = verbose && reason !== '' ? `\n\tlocked: ${reason}` : locked ? ' locked' : '';
    const marks = `${why}${isGone ? (verbose ? `\n\tprunable: ${GONE}` : ' prunable') : ''}`;
    io.out(
      `${path.padEnd(width)}  ${commit.slice(0, 7)} ${branch === undefined ? '(detached HEAD)' : `[${branch}]`}${marks}\n`,
    );
  }
}
