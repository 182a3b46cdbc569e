import { GitFailure } from '../../git-failure';
import { currentBranch, headCommit } from '../../repository';
import { isRefName } from '../../store/refs';
import { letterOf } from '../../diff/file-change';
import { listWorktrees } from '../../worktrees';
import { patchByAnswers } from '../stage/add-patch';
import { loadIndex, openWorkTree, type Context } from '../setup/context';
import type { GitCommand } from '../setup/git-io';
import { runHook } from '../setup/hooks';
import { conflictStyle, filesOfCommit, treeOfCommit } from '../worktree/merge-into-work';
import { pathspecs } from '../setup/pathspec';
import { previousPlace } from '../refs/reflog';
import { recreateConflicts, restorePaths, takeSide } from '../worktree/restore-paths';
import { findCommit, findObject, findStart, fullRef, resolveCommit, unknownRevision } from '../refs/revision';
import { standingOf } from '../commit/status-text';
import { headText } from '../refs/standing';
import { giveUpStopped } from '../stash/autostash';
import { mustNotBeStopped } from '../setup/state';
import { carryChanges } from '../commit/carry-changes';
import { switchTree, untrackedAt, wayFailure } from '../worktree/switch-tree';
import { guessRemote, trackingText, upstreamOf } from '../refs/upstream';
import { switchHead, updateRef } from '../refs/update-refs';
import { peel } from '../../store/tag';
import { followStart } from '../refs/follow-branch';
import {
  followSubmodules,
  leaveSubmodules,
  linksOf,
  mustLetSubmodulesGo,
  takesSubmodules,
} from '../submodule/follow-submodules';
import { DETACHED, sayLeft } from '../refs/left-behind';
import { mustSuitPaths, readCheckoutOptions, readSwitchOptions, type CheckoutOptions } from './checkout-options';

/** `checkout`: a branch, a commit, or files. */
export const checkout: GitCommand = async (args, io) => {
  const options = readCheckoutOptions(args);
  const context = await openWorkTree(io);
  const [first, ...others] = await withPrevious(context, options.rest, 1);
  const orphan = options.value('orphan');
  if (orphan !== undefined) return startOrphan(context, orphan, first, options.is('quiet'), false);
  if (options.value('make') !== undefined || options.value('remake') !== undefined)
    return startBranch(context, options, first);
  if (options.value('track') !== undefined && first !== undefined)
    return startBranch(context, options, first, followingName(first));
  const onlyPaths = options.paths !== undefined && options.before.length === 0;
  const commit = onlyPaths || first === undefined ? undefined : await findTreeish(context, first);
  if (options.paths !== undefined && options.before.length > 0 && first !== undefined && commit === undefined)
    throw new GitFailure(`invalid reference: ${first}`);
  const isPaths =
    onlyPaths || (first !== undefined && (commit === undefined || others.length > 0)) || options.is('patch');
  if (isPaths) mustSuitPaths(options);
  if (options.is('patch'))
    return void (await patchByAnswers(
      context,
      commit === undefined ? 'discard' : 'checkout',
      pathspecs(context, io.cwd, commit === undefined ? options.rest : others),
      { commit: commit === undefined ? undefined : first },
    ));
  if (
    first !== undefined &&
    commit === undefined &&
    !onlyPaths &&
    others.length === 0 &&
    !(await isPathLike(context, first))
  ) {
    const guessed = guesses(context, options) ? await guessRemote(context, first) : undefined;
    if (guessed !== undefined) return startBranch(context, options, guessed, first);
  }
  if (isPaths && first !== undefined && commit === undefined && !onlyPaths && others.length === 0)
    await mustBeNoBlob(context, first);
  if (isPaths) {
    const code = await checkOutPaths(context, options, commit, commit === undefined ? options.rest : others);
    const head = (await headCommit(context)) ?? '0'.repeat(40);
    return code || runHook(context, 'post-checkout', [head, head, '0']);
  }
  if (first === undefined && options.is('detach')) return moveTo(context, 'HEAD', options, true);
  if (first === undefined) {
    const head = await headCommit(context);
    if (head === undefined) throw new GitFailure('You are on a branch yet to be born');
    return moveTo(
      context,
      (await currentBranch(context)) ?? 'HEAD',
      options,
      (await currentBranch(context)) === undefined,
    );
  }
  return moveTo(context, first, options, options.is('detach'));
};

/** Whether a name may stand for a new branch that follows a remote's. */
const guesses = ({ config }: Context, options: CheckoutOptions): boolean =>
  (options.last('guess', 'noGuess') ?? (config.boolean('checkout.guess') === false ? 'noGuess' : 'guess')) === 'guess';

async function isPathLike(context: Context, text: string): Promise<boolean> {
  const index = await loadIndex(context);
  return pathspecs(context, context.io.cwd, [text]).some((spec) => index.paths().some(spec.matches));
}

/** Fails if a name such as `main:file` is of what cannot be checked out. */
async function mustBeNoBlob(context: Context, name: string): Promise<void> {
  const isFile = name.includes(':') && (await findObject(context, name).catch(() => undefined)) !== undefined;
  if (isFile && !(await isPathLike(context, name))) throw new GitFailure(`reference is not a tree: ${name}`);
}

async function findTreeish(context: Context, name: string): Promise<string | undefined> {
  const commit = await findStart(context, name);
  if (commit !== undefined) return commit;
  const oid =
    name.includes(':') || /^[0-9a-f]{4,40}$/.test(name) || name.includes('^{')
      ? await findObject(context, name).catch(() => undefined)
      : undefined;
  return oid === undefined ? undefined : peel(context.objects, oid, 'tree');
}

/** `switch`: a branch only. */
export const switchBranch: GitCommand = async (args, io) => {
  const options = readSwitchOptions(args);
  const context = await openWorkTree(io);
  const [name, extra] = await withPrevious(context, options.rest);
  if (extra !== undefined) throw new GitFailure('only one reference expected');
  await mustNotBeStopped(context);
  const orphan = options.value('orphan');
  if (orphan !== undefined) return startOrphan(context, orphan, undefined, options.is('quiet'), true);
  if (options.value('make') !== undefined || options.value('remake') !== undefined)
    return startBranch(context, options, name);
  if (name === undefined && !options.is('detach')) throw new GitFailure('missing branch or commit argument');
  const wanted = name ?? 'HEAD';
  if (options.value('track') !== undefined && name !== undefined)
    return startBranch(context, options, name, followingName(name));
  const isBranch = (await context.refs.resolve(`refs/heads/${wanted}`)) !== undefined;
  if (options.is('detach') && (await findCommit(context, wanted)) === undefined)
    throw new GitFailure(`invalid reference: ${wanted}`);
  if (!options.is('detach') && !isBranch) {
    const found = await findCommit(context, wanted);
    const guessed = found === undefined && guesses(context, options) ? await guessRemote(context, wanted) : undefined;
    if (guessed !== undefined) return startBranch(context, options, guessed, wanted);
    if (found === undefined) throw new GitFailure(`invalid reference: ${wanted}`);
    const symbolic = wanted === 'HEAD' ? await context.refs.target('HEAD') : undefined;
    if (symbolic !== undefined)
      throw new GitFailure(
        `a branch is expected, got '${symbolic}'\nhint: If you want to detach HEAD at the commit, try again with the --detach option.`,
      );
    const kind = (await fullRef(context, wanted))?.startsWith('refs/tags/')
      ? 'tag'
      : (await fullRef(context, wanted))?.startsWith('refs/remotes/')
        ? 'remote branch'
        : 'commit';
    throw new GitFailure(
      `a branch is expected, got ${kind} '${wanted}'\nhint: If you want to detach HEAD at the commit, try again with the --detach option.`,
    );
  }
  return moveTo(context, wanted, options, options.is('detach'));
};

/** The default name of a branch that tracks a remote's: `topic` for `origin/topic`. */
function followingName(name: string): string {
  const found = /^(?:refs\/)?(?:remotes\/)?[^/]+\/(.+)$/.exec(name)?.[1];
  if (found === undefined) throw new GitFailure('missing branch name; try -b');
  return found;
}

/** Replaces a first `-` or `@{-2}` with the branch or commit that HEAD was on before. */
async function withPrevious(context: Context, [first, ...others]: readonly string[], code = 128): Promise<string[]> {
  const number = first === '-' ? '1' : /^@\{-(\d+)\}$/.exec(first ?? '')?.[1];
  const place = number === undefined ? undefined : await previousPlace(context, Number(number));
  if (number !== undefined && place === undefined) {
    const text =
      code === 1 ? `pathspec '${first}' did not match any file(s) known to git` : `invalid reference: @{-${number}}`;
    throw new GitFailure(text, code);
  }
  // A branch that is gone was left by what is written.
  const isThere = place === undefined || (await findCommit(context, place)) !== undefined;
  const name = isThere ? (place ?? first) : code === 1 ? first : `@{-${number}}`;
  return name === undefined ? [] : [name, ...others];
}

async function startBranch(
  context: Context,
  options: CheckoutOptions,
  start: string | undefined,
  guessed?: string,
): Promise<void> {
  const remake = options.value('remake');
  const name = guessed ?? options.value('make') ?? remake ?? '';
  const head = await headCommit(context);
  if (!isRefName(`refs/heads/${name}`) || name.startsWith('-') || name === 'HEAD')
    throw new GitFailure(`'${name}' is not a valid branch name`);
  const existed = (await context.refs.resolve(`refs/heads/${name}`)) !== undefined;
  if (existed && remake === undefined) throw new GitFailure(`a branch named '${name}' already exists`);
  const say = (text: string) => (options.is('quiet') ? undefined : context.io.err(text));
  if (start === undefined && head === undefined) await context.refs.link('HEAD', `refs/heads/${name}`);
  else {
    const from = await findStart(context, start ?? 'HEAD');
    if (from === undefined)
      throw new GitFailure(`'${start}' is not a commit and a branch '${name}' cannot be created from it`);
    const followed = upstreamOf(context, name) !== undefined;
    const follow = await followStart(context, name, start ?? 'HEAD', {
      track: options.value('track'),
      noTrack: options.is('noTrack'),
      quiet: options.is('quiet'),
    });
    if (from !== head || options.is('force')) await updateFiles(context, from, options, name);
    const isDetached = (await currentBranch(context)) === undefined;
    if (isDetached && head !== undefined && head !== from && !options.is('quiet')) await sayLeft(context, head, from);
    const old = await context.refs.resolve(`refs/heads/${name}`);
    const isCurrent = (await currentBranch(context)) === name;
    await updateRef(
      context,
      `refs/heads/${name}`,
      from,
      `branch: ${old === undefined ? 'Created from' : 'Reset to'} ${start ?? 'HEAD'}`,
    );
    await switchHead(context, { branch: name });
    await giveUpStopped(context);
    say(isCurrent ? `Reset branch '${name}'\n` : `Switched to ${existed ? 'and reset' : 'a new'} branch '${name}'\n`);
    // For a new branch at HEAD, git does not look at the files and lists none.
    if ((start !== undefined || remake !== undefined) && !options.is('quiet'))
      context.io.out(await carriedText(context));
    await follow();
    if (followed && !options.is('quiet')) context.io.out(await trackingText(context, { hints: true }));
    await afterCheckout(context, [head ?? '0'.repeat(40), from, '1']);
    return;
  }
  say(`Switched to ${existed ? 'and reset' : 'a new'} branch '${name}'\n`);
}

/** Runs the hook after a checkout; if it fails, so does the command, though everything is done. */
async function afterCheckout(context: Context, args: readonly string[]): Promise<void> {
  if ((await runHook(context, 'post-checkout', args)) !== 0) throw new GitFailure('', 1);
}

async function startOrphan(
  context: Context,
  name: string,
  start: string | undefined,
  quiet: boolean,
  empty: boolean,
): Promise<void> {
  if ((await context.refs.resolve(`refs/heads/${name}`)) !== undefined)
    throw new GitFailure(`a branch named '${name}' already exists`);
  if (start !== undefined) await updateTo(context, await filesOfCommit(context, await resolveCommit(context, start)));
  else if (empty) await updateTo(context, new Map());
  const head = await headCommit(context);
  const isDetached = (await currentBranch(context)) === undefined;
  if (empty && isDetached && head !== undefined && !quiet) await sayLeft(context, head);
  await context.refs.link('HEAD', `refs/heads/${name}`);
  if (!quiet) context.io.err(`Switched to a new branch '${name}'\n`);
}

async function updateTo(context: Context, to: Awaited<ReturnType<typeof filesOfCommit>>): Promise<void> {
  const inTheWay = await switchTree(context, await filesOfCommit(context, await headCommit(context)), to);
  if (inTheWay) throw wayFailure(inTheWay, 'checkout');
}

async function moveTo(context: Context, name: string, options: CheckoutOptions, detach: boolean): Promise<void> {
  const oid = await findStart(context, name);
  if (oid === undefined) throw unknownRevision(name);
  const isBranch = !detach && (await context.refs.resolve(`refs/heads/${name}`)) !== undefined;
  const [branch, head] = [await currentBranch(context), await headCommit(context)];
  const user =
    isBranch && !options.is('otherWorktrees')
      ? (await listWorktrees(context)).find((other) => other.branch === name && other.path !== context.root)
      : undefined;
  if (user && !user.gone) throw new GitFailure(`'${name}' is already checked out at '${user.path}'`);
  await updateFiles(context, oid, options, name);
  const stays = (name === 'HEAD' && !detach) || (options.rest.length === 0 && !detach);
  if (!stays) await switchHead(context, isBranch ? { branch: name } : { commit: oid, named: name });
  if (!(isBranch && name === branch)) await giveUpStopped(context);
  if (!options.is('quiet')) await sayMoved(context, { name, oid, options, isBranch, detach, branch, head, stays });
  await afterCheckout(context, [head ?? oid, oid, '1']);
}

interface Moved {
  readonly name: string;
  readonly oid: string;
  readonly options: CheckoutOptions;
  readonly isBranch: boolean;
  readonly detach: boolean;
  /** Where HEAD was before. */
  readonly branch: string | undefined;
  readonly head: string | undefined;
  readonly stays: boolean;
}

async function sayMoved(
  context: Context,
  { name, oid, options, isBranch, detach, branch, head, stays }: Moved,
): Promise<void> {
  const { io } = context;
  const carried = await carriedText(context);
  if (branch === undefined && head !== undefined && head !== oid && !stays) await sayLeft(context, head, oid);
  if (isBranch) {
    const again = options.rest.length === 0 && name === branch;
    if (!again) io.err(name === branch ? `Already on '${name}'\n` : `Switched to branch '${name}'\n`);
    io.out(carried);
    if (!again) io.out(await trackingText(context, { hints: true }));
  } else {
    if (branch !== undefined && !detach && context.config.advises('detachedHead'))
      io.err(`Note: switching to '${name}'.\n\n${DETACHED}`);
    io.err(`HEAD is now at ${await headText(context, oid)}\n`);
    io.out(carried);
  }
}

/** Lists local changes that are kept, one a line. */
async function carriedText(context: Context): Promise<string> {
  const found = await standingOf(context, { renames: false, submodules: 'all' });
  const changed = [
    ...found.staged,
    ...found.changed.filter(({ path }) => !found.staged.some((other) => other.path === path)),
  ];
  return [
    ...found.conflicts.map((path) => ({ path, letter: 'M' })),
    ...changed.map((change) => ({ path: change.path, letter: letterOf(change) })),
  ]
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ path, letter }) => `${letter}\t${path}\n`)
    .join('');
}

/** Switches the files to a commit's, unless uncommitted changes would be lost; those of submodules as well, if asked to. */
async function updateFiles(context: Context, oid: string, options: CheckoutOptions, name: string): Promise<void> {
  if (!takesSubmodules(context, options.last('recurse', 'noRecurse'))) return switchFiles(context, oid, options, name);
  const force = options.is('force') || options.is('discard');
  const links = await linksOf(context);
  const to = await filesOfCommit(context, oid);
  if (!force) await mustLetSubmodulesGo(context, links, to);
  await leaveSubmodules(context, links, to);
  try {
    await switchFiles(context, oid, options, name);
  } finally {
    await followSubmodules(context, force);
  }
}

async function switchFiles(context: Context, oid: string, options: CheckoutOptions, name: string): Promise<void> {
  const index = await loadIndex(context);
  const [head, to] = [await filesOfCommit(context, await headCommit(context)), await filesOfCommit(context, oid)];
  if (options.is('discard') && !options.is('force'))
    for (const [path, { mode }] of to) {
      const found = index.has(path) ? undefined : await untrackedAt(context, index, path, mode);
      if (found !== undefined)
        throw new GitFailure(`Untracked working tree file '${found}' would be overwritten by merge.`, 128, 'error: ');
    }
  if (options.is('force') || options.is('discard')) return void (await switchTree(context, head, to, { force: true }));
  if (index.conflicts().length > 0) {
    context.io.out(
      index
        .conflicts()
        .map((path) => `${path}: needs merge\n`)
        .join(''),
    );
    throw new GitFailure('you need to resolve your current index first', 1);
  }
  const inTheWay = await switchTree(context, head, to, { keepIgnored: options.is('keepIgnored') });
  if (!inTheWay) return;
  if (!options.is('merge') || inTheWay.untracked.length > 0) throw wayFailure(inTheWay, 'checkout');
  await carryChanges(context, head, to, name, options.value('conflict'));
}

async function checkOutPaths(
  context: Context,
  options: CheckoutOptions,
  commit: string | undefined,
  given: readonly string[],
): Promise<number> {
  const { io } = context;
  const specs = pathspecs(context, io.cwd, given);
  const side = options.is('ours') ? 2 : options.is('theirs') ? 3 : undefined;
  if (side !== undefined) return say(await takeSide(context, specs, side), 'the index');
  if (options.is('merge') || options.value('conflict') !== undefined) {
    const written = options.value('conflict');
    const style = written === 'diff3' || written === 'zdiff3' || written === 'merge' ? written : conflictStyle(context);
    const count = await recreateConflicts(context, specs, style);
    if (!options.is('quiet')) io.err(`Recreated ${count} merge conflict${count === 1 ? '' : 's'}\n`);
    return 0;
  }
  const count = await restorePaths(context, specs, {
    ...(commit !== undefined && { from: commit }),
    work: true,
    index: commit !== undefined,
    overlay: options.last('overlay', 'noOverlay') !== 'noOverlay',
    ignoreConflicts: options.is('force'),
  });
  return say(count, commit === undefined ? 'the index' : (await treeOfCommit(context, commit)).slice(0, 7));
  function say(count: number, from: string): number {
    // git prints no count if there is a `--`.
    if (!options.is('quiet') && options.paths === undefined)
      io.err(`Updated ${count} path${count === 1 ? '' : 's'} from ${from}\n`);
    return 0;
  }
}
