import { GitFailure } from '../../git-failure';
import { NO_OID } from '../../store/refs';
import { currentBranch, headCommit } from '../../repository';
import { isRefName } from '../../store/refs';
import { listWorktrees, worktreeRepository } from '../../worktrees';
import { listBranches } from '../log/branch-list';
import { addSettingTo, appendSettingTo, removeSectionFrom, renameSectionIn } from '../setup/change-config';
import { openContext, type Context } from '../setup/context';
import { editInEditor } from '../terminal/editor';
import { followRef, followStart } from '../refs/follow-branch';
import { readRebaseState, readState } from '../setup/state';
import type { GitCommand } from '../setup/git-io';
import { isAncestor } from '../refs/history';
import { readOptions, type Options } from '../terminal/options';
import { moveReflog, noteMove, previousPlace, readReflog, writeReflog } from '../refs/reflog';
import { COMMIT_FILTERS } from '../refs/ref-filter';
import { findStart, fullRef } from '../refs/revision';
import { upstreamOf } from '../refs/upstream';
import { deleteRef } from '../refs/update-refs';

const FLAGS = {
  list: '-l --list',
  current: '--show-current',
  remove: '-d --delete',
  removeAnyway: '-D',
  rename: '-m --move',
  renameAnyway: '-M',
  copy: '-c --copy',
  copyAnyway: '-C',
  force: '-f --force',
  all: '-a --all',
  remotes: '-r --remotes',
  unset: '--unset-upstream',
  quiet: '-q --quiet',
  noTrack: '--no-track',
  describe: '--edit-description',
  ignoreCase: '-i --ignore-case',
  reflog: '--create-reflog',
  noAbbrev: '--no-abbrev',
  verbose: '--verbose',
  verboser: '-v',
  noColor: '--no-color',
} as const;
const VALUES = {
  upstream: '-u --set-upstream-to',
  sort: '--sort',
  format: '--format',
  pointsAt: '--points-at',
} as const;
const OPTIONAL = {
  track: '-t --track',
  color: '--color',
  abbrev: '--abbrev',
  column: '--column',
} as const;
type BranchOptions = Options<
  keyof typeof FLAGS,
  keyof typeof VALUES | keyof typeof OPTIONAL | keyof typeof COMMIT_FILTERS
>;

export const branch: GitCommand = async (args, io) => {
  const options: BranchOptions = readOptions(args, {
    flags: FLAGS,
    values: VALUES,
    optional: OPTIONAL,
    atEnd: COMMIT_FILTERS,
  });
  const { is } = options;
  const context = await openContext(io);
  const verbose =
    args
      .filter((arg) => /^-[a-z]*v/.test(arg))
      .join('')
      .split('v').length -
    1 +
    Number(is('verbose'));
  const modes = [
    is('remove') || is('removeAnyway'),
    is('rename') || is('renameAnyway'),
    is('copy') || is('copyAnyway'),
    is('list'),
    is('current'),
    is('unset'),
    is('describe'),
    options.value('upstream') !== undefined,
  ];
  if (modes.filter(Boolean).length > 1) throw new GitFailure('usage: git branch [<options>] [<args>]', 129);
  const [first, second] = options.rest;
  const current = await currentBranch(context);
  if (is('current')) return io.out(current === undefined ? '' : `${current}\n`);
  if (is('remove') || is('removeAnyway')) return removeBranches(context, options);
  if (is('rename') || is('renameAnyway') || is('copy') || is('copyAnyway')) {
    const [from, to] = second === undefined ? [current, first] : [first, second];
    const copies = is('copy') || is('copyAnyway');
    if (to === undefined) throw new GitFailure('branch name required');
    if (from === undefined)
      throw new GitFailure(`cannot ${copies ? 'copy' : 'rename'} the current branch while not on any.`);
    return renameBranch(context, from, to, {
      copy: copies,
      force: is('renameAnyway') || is('copyAnyway') || is('force'),
    });
  }
  const upstream = options.value('upstream');
  if ((upstream !== undefined || is('unset')) && second !== undefined)
    throw new GitFailure(`too many arguments to ${is('unset') ? 'unset upstream' : 'set new upstream'}`);
  if (upstream !== undefined) return follow(context, first ?? current, upstream, is('quiet'));
  if (is('unset')) return unfollow(context, first ?? current);
  if (is('describe')) {
    if ((first ?? current) === undefined) throw new GitFailure('Cannot give description to detached HEAD');
    const text = await editInEditor(context, 'EDIT_DESCRIPTION', '');
    return addSettingTo(context, `branch.${first ?? current}.description`, text);
  }
  const asksList =
    is('list') ||
    first === undefined ||
    (['contains', 'noContains', 'merged', 'noMerged', 'pointsAt'] as const).some(
      (name) => options.value(name) !== undefined,
    );
  if (!asksList && (is('all') || is('remotes')))
    throw new GitFailure(
      "The -a, and -r, options to 'git branch' do not take a branch name.\nDid you mean to use: -a|-r --list <pattern>?",
    );
  if (options.rest.length > 2 && !asksList) throw new GitFailure('usage: git branch [<options>] [<args>]', 129);
  if (first !== undefined && !asksList) {
    await makeBranch(context, first, second ?? current ?? 'HEAD', {
      force: is('force'),
      track: options.value('track'),
      noTrack: is('noTrack'),
      quiet: is('quiet'),
    });
    return;
  }
  return listBranches(context, options, verbose);
};

/** Creates a branch at a revision. */
async function makeBranch(
  context: Context,
  name: string,
  start: string,
  {
    force = false,
    track,
    noTrack = false,
    quiet = false,
  }: { force?: boolean; track?: string | undefined; noTrack?: boolean; quiet?: boolean } = {},
): Promise<string> {
  if (!isRefName(`refs/heads/${name}`) || name.startsWith('-') || name === 'HEAD')
    throw new GitFailure(`'${name}' is not a valid branch name`);
  const ref = `refs/heads/${name}`;
  const before = await context.refs.resolve(ref);
  if (before !== undefined && !force) throw new GitFailure(`a branch named '${name}' already exists`);
  if (before !== undefined) await mustBeFree(context, name);
  const oid = await findStart(context, start);
  if (oid === undefined && track !== undefined) throw noUpstream(start);
  if (oid === undefined) throw new GitFailure(`not a valid object name: '${start}'`);
  const follow = await followStart(context, name, start, { track, noTrack, quiet });
  await context.refs.write(ref, oid);
  await noteMove(context, ref, {
    before,
    after: oid,
    reason: `branch: ${before === undefined ? 'Created from' : 'Reset to'} ${start}`,
  });
  await follow();
  return oid;
}

/** Fails if a branch is checked out somewhere: then it must not be overwritten. */
async function mustBeFree(context: Context, name: string): Promise<void> {
  const user = (await listWorktrees(context)).find((other) => other.branch === name);
  if (user) throw new GitFailure(`cannot force update the branch '${name}' checked out at '${user.path}'`);
}

async function follow(context: Context, name: string | undefined, upstream: string, quiet: boolean): Promise<void> {
  if (name === undefined)
    throw new GitFailure(`could not set upstream of HEAD to ${upstream} when it does not point to any branch.`);
  if ((await context.refs.resolve(`refs/heads/${name}`)) === undefined)
    throw new GitFailure(`branch '${name}' does not exist`);
  const ref = await fullRef(context, upstream);
  if (ref === undefined) {
    throw noUpstream(upstream);
  }
  return followRef(context, name, ref, quiet);
}

async function unfollow(context: Context, name: string | undefined): Promise<void> {
  if (name === undefined)
    throw new GitFailure('could not unset upstream of HEAD when it does not point to any branch.');
  if (!upstreamOf(context, name)) throw new GitFailure(`Branch '${name}' has no upstream information`);
  await addSettingTo(context, `branch.${name}.remote`, undefined);
  await addSettingTo(context, `branch.${name}.merge`, undefined);
}

async function renameBranch(
  context: Context,
  from: string,
  to: string,
  { copy, force }: { copy: boolean; force: boolean },
): Promise<void> {
  const [old, now] = [`refs/heads/${from}`, `refs/heads/${to}`];
  if (!isRefName(now) || to.startsWith('-') || to === 'HEAD')
    throw new GitFailure(`'${to}' is not a valid branch name`);
  const oid = await context.refs.resolve(old);
  const isCurrent = from === (await currentBranch(context));
  if (oid === undefined && !(isCurrent && !copy)) throw new GitFailure(`No branch named '${from}'.`);
  if (from !== to && !force && (await context.refs.exists(now)))
    throw new GitFailure(`a branch named '${to}' already exists`);
  if (from !== to) await mustBeFree(context, to);
  await mustBeSettled(context, from);
  if ((await context.refs.target(old)) !== undefined)
    throw new GitFailure(
      `refname ${old} is a symbolic ref, ${copy ? 'copying' : 'renaming'} it is not supported\nfatal: Branch ${copy ? 'copy' : 'rename'} failed`,
      128,
      'error: ',
    );
  if (oid !== undefined) {
    try {
      await moveBranch(context, [old, now], { oid, copy, isCurrent });
      if (!copy) await moveOthers(context, from, to);
    } catch (error) {
      // HEAD may still lead to the old branch, unless there is no room beside the new one.
      if (!copy) await context.refs.write(old, oid).catch(() => undefined);
      const clash =
        error instanceof GitFailure ? /'[^']*' exists; cannot create .*/.exec(error.message)?.[0] : undefined;
      if (clash === undefined) throw error;
      throw new GitFailure(`${clash}\nfatal: Branch ${copy ? 'copy' : 'rename'} failed`, 128, 'error: ');
    }
  } else await context.refs.link('HEAD', now);
  if (copy) return copySettings(context, `branch.${from}.`, `branch.${to}.`);
  await renameSectionIn(context, `branch.${from}`, `branch.${to}`);
}

async function moveBranch(
  context: Context,
  [old, now]: readonly [string, string],
  { oid, copy, isCurrent }: { oid: string; copy: boolean; isCurrent: boolean },
): Promise<void> {
  const moves = await readReflog(context, old);
  // Where both can be there at once, the old one goes last: HEAD leads to it.
  const nested = `${old}/`.startsWith(`${now}/`) || `${now}/`.startsWith(`${old}/`);
  if (!copy && nested) await context.refs.remove(old);
  await context.refs.write(now, oid);
  if (!copy) await moveReflog(context, old, now);
  else if (moves.length > 0) {
    await moveReflog(context, old, now);
    await copyLog(context, now, old);
  }
  const reason = `Branch: ${copy ? 'copied' : 'renamed'} ${old} to ${now}`;
  await noteMove(context, now, { before: oid, after: oid, reason });
  if (isCurrent && !copy) {
    await context.refs.link('HEAD', now);
    await noteMove(context, 'HEAD', { before: oid, after: NO_OID, reason });
    await noteMove(context, 'HEAD', { before: undefined, after: oid, reason });
  }
  if (!copy && !nested) await context.refs.remove(old);
}

/** Fails if a branch was left somewhere to be rebased or bisected: its name is where that ends. */
async function mustBeSettled(context: Context, name: string): Promise<void> {
  for (const worktree of await listWorktrees(context)) {
    if (worktree.branch !== undefined) continue;
    const place = { ...context, ...worktreeRepository(context, worktree) };
    const rebased = (await readRebaseState(place, 'head-name')) === `refs/heads/${name}`;
    if (rebased || (await readState(place, 'BISECT_START')) === name)
      throw new GitFailure(
        `Branch refs/heads/${name} is being ${rebased ? 'rebased' : 'bisected'} at ${worktree.path}`,
      );
  }
}

/** Keeps the other worktrees that are on a renamed branch on it. */
async function moveOthers(context: Context, from: string, to: string): Promise<void> {
  for (const other of await listWorktrees(context))
    if (other.branch === from) await worktreeRepository(context, other).refs.link('HEAD', `refs/heads/${to}`);
}

async function copySettings(context: Context, from: string, to: string): Promise<void> {
  for (const { key, value, scope } of context.config.all)
    if (scope === 'local' && key.startsWith(from))
      await appendSettingTo(context, to + key.slice(from.length), value ?? 'true');
}

async function copyLog(context: Context, from: string, to: string): Promise<void> {
  await writeReflog(context, to, await readReflog(context, from));
}

async function removeBranches(context: Context, options: BranchOptions): Promise<number> {
  const remote = options.is('remotes');
  const force = options.is('removeAnyway') || options.is('force');
  if (options.rest.length === 0) throw new GitFailure('branch name required');
  let code = 0;
  for (const given of options.rest) {
    const before = /^@\{-(\d+)\}$/.exec(given)?.[1];
    const name = (before === undefined ? undefined : await previousPlace(context, Number(before))) ?? given;
    const ref = `refs/${remote ? 'remotes' : 'heads'}/${name}`;
    const target = remote ? undefined : await context.refs.target(ref);
    const oid = await context.refs.resolve(ref);
    const fail = (text: string) => {
      context.io.err(`error: ${text}\n`);
      code = 1;
    };
    const user = remote ? undefined : (await listWorktrees(context)).find((other) => other.branch === name)?.path;
    const rebased = (await readRebaseState(context, 'head-name')) === `refs/heads/${name}`;
    if (user !== undefined || (rebased && !remote)) {
      fail(`Cannot delete branch '${name}' checked out at '${user ?? context.root}'`);
      continue;
    }
    if (oid === undefined && target === undefined) {
      fail(`${remote ? 'remote-tracking branch' : 'branch'} '${name}' not found.`);
      continue;
    }
    if (!force && !remote && oid !== undefined && target === undefined) {
      const upstream = upstreamOf(context, name);
      const head = await headCommit(context);
      const theirs = upstream && (await context.refs.resolve(upstream.ref));
      const against = theirs ?? head;
      if (
        theirs !== undefined &&
        head !== undefined &&
        (await isAncestor(context, oid, theirs)) &&
        !(await isAncestor(context, oid, head))
      )
        context.io.err(
          `warning: deleting branch '${name}' that has been merged to\n         '${upstream?.ref}', but not yet merged to HEAD.\n`,
        );
      if (against !== undefined && !(await isAncestor(context, oid, against))) {
        fail(
          `The branch '${name}' is not fully merged.\nIf you are sure you want to delete it, run 'git branch -D ${name}'.`,
        );
        continue;
      }
    }
    await deleteRef(context, ref);
    if (!remote) await removeSectionFrom(context, `branch.${name}`);
    if (!options.is('quiet'))
      context.io.out(
        `Deleted ${remote ? 'remote-tracking ' : ''}branch ${name} (was ${target ?? oid?.slice(0, 7)}).\n`,
      );
  }
  return code;
}

const noUpstream = (name: string): GitFailure =>
  new GitFailure(`the requested upstream branch '${name}' does not exist\n${UPSTREAM_HINT}`);

const UPSTREAM_HINT = `hint: 
hint: If you are planning on basing your work on an upstream
hint: branch that already exists at the remote, you may need to
hint: run "git fetch" to retrieve it.
hint: 
hint: If you are planning to push out a new local branch that
hint: will track its remote counterpart, you may want to use
hint: "git push -u" to set the upstream config as you push.
hint: Disable this message with "git config advice.setUpstreamFailure false"`;
