import { GitFailure } from '../../git-failure';
import { currentBranch, headCommit } from '../../repository';
import { applyAutostash, giveUpStopped, makeAutostash, MERGE_AUTOSTASH } from '../stash/autostash';
import { openWorkTree, loadIndex, type Context } from '../setup/context';
import { changesBetweenTrees } from '../diff/diff-sides';
import type { GitCommand } from '../setup/git-io';
import { runHook } from '../setup/hooks';
import { isAncestor, mergeBases } from '../refs/history';
import {
  baseTree,
  conflictStyle,
  filesOfCommit,
  indexTree,
  inRecursiveOrder,
  mergeIntoWork,
  treeOfCommit,
} from '../worktree/merge-into-work';
import { noteMove } from '../refs/reflog';
import { findCommit } from '../refs/revision';
import { backTo } from '../sequencer/sequencer';
import { hasState, readState, writeState } from '../setup/state';
import { strategyRules } from '../sequencer/strategy-option';
import { switchTree, wayFailure } from '../worktree/switch-tree';
import { moveHead } from '../refs/update-refs';
import { upstreamOf } from '../refs/upstream';
import { cleanupOf } from '../commit/commit-message';
import { commit } from './commit';
import { concludeMerge, madeBy, sayStat, stopMerge } from './conclude-merge';
import { mergeDefaults, mergePlan, readMergeOptions, type MergeOptions } from './merge-options';
import { octopus } from './octopus';
import { fetchedForMerge } from './fetched-message';
import { resolveMerge } from './resolve-merge';
import { messageFor, mustReadMessage, squashMessage, titleForFetched } from './merge-message';

export const merge: GitCommand = async (args, io) => {
  const context = await openWorkTree(io);
  const branch = await currentBranch(context);
  const options = readMergeOptions([...mergeDefaults(context, branch), ...args]);
  mergePlan(options);
  const verb = (['abort', 'quit', 'continue'] as const).find((one) => options.is(one));
  if (verb !== undefined && args.length > 1) throw new GitFailure(`--${verb} expects no arguments`, 129, 'fatal: ');
  const stopped = await readState(context, 'MERGE_HEAD');
  if (options.is('abort')) {
    if (stopped === undefined) throw new GitFailure('There is no merge to abort (MERGE_HEAD missing).');
    await backTo(context, await headCommit(context), 'HEAD');
    return applyAutostash(context, false, MERGE_AUTOSTASH);
  }
  if (options.is('quit')) return giveUpStopped(context);
  if (options.is('continue')) {
    if (stopped === undefined) throw new GitFailure('There is no merge in progress (MERGE_HEAD missing).');
    return commit([], io);
  }
  await mustBeReady(context);
  const upstream = upstreamOf(context, branch ?? '');
  if (options.rest.join() === 'FETCH_HEAD') return mergeFetched(context, options);
  if (options.rest.length === 0 && context.config.boolean('merge.defaultToUpstream') === false)
    throw new GitFailure('No commit specified and merge.defaultToUpstream not set.');
  const names = options.rest.length > 0 ? options.rest : upstream ? [upstream.ref] : [];
  if (names.length === 0) throw new GitFailure('No remote for the current branch.');
  return mergeNames(context, names, options);
};

/** Merges what the last fetch brought to be merged. */
async function mergeFetched(context: Context, options: MergeOptions): Promise<number> {
  const fetched = await fetchedForMerge(context);
  if (fetched.length === 0 && (await headCommit(context)) === undefined)
    throw new GitFailure('not something we can merge in .git/FETCH_HEAD: ');
  if (fetched.length === 0 && !options.is('quiet')) context.io.out('Already up to date.\n');
  if (fetched.length === 0) return 0;
  const title = await titleForFetched(context, options.value('into'));
  return mergeNames(
    context,
    fetched.map(({ oid }) => oid),
    options,
    title,
  );
}

async function mustBeReady(context: Context): Promise<void> {
  const open = (await loadIndex(context)).conflicts();
  if (open.length > 0) {
    throw new GitFailure(
      "Merging is not possible because you have unmerged files.\nhint: Fix them up in the work tree, and then use 'git add/rm <file>'\nhint: as appropriate to mark resolution and make a commit.\nfatal: Exiting because of an unresolved conflict.",
      128,
      'error: ',
    );
  }
  if (await hasState(context, 'MERGE_HEAD'))
    throw new GitFailure(
      'You have not concluded your merge (MERGE_HEAD exists).\nPlease, commit your changes before you merge.',
    );
  if (await hasState(context, 'CHERRY_PICK_HEAD'))
    throw new GitFailure(
      'You have not concluded your cherry-pick (CHERRY_PICK_HEAD exists).\nPlease, commit your changes before you merge.',
    );
}

/** Merges revisions into HEAD. `message` is used if no message was given, as in `pull`. */
export async function mergeNames(
  context: Context,
  names: readonly string[],
  options: MergeOptions,
  message?: string,
): Promise<number> {
  const { io } = context;
  const { is } = options;
  const { forward, squash, autostash } = mergePlan(options);
  const strategy = options.value('strategy');
  if (strategy !== undefined && !STRATEGIES.has(strategy))
    throw new GitFailure(
      `Could not find merge strategy '${strategy}'.\nAvailable strategies are: octopus ours recursive resolve subtree.`,
      1,
      '',
    );
  const oids: string[] = [];
  for (const name of names) {
    const oid = await findCommit(context, name);
    if (oid === undefined) throw new GitFailure(`${name} - not something we can merge`, 1, 'merge: ');
    oids.push(oid);
  }
  cleanupOf(options.value('cleanup') ?? context.config.get('commit.cleanup'), is('edit'));
  await mustReadMessage(context, options);
  const head = await headCommit(context);
  const [first = ''] = oids;
  if (head === undefined) {
    const inTheWay = await switchTree(context, new Map(), await filesOfCommit(context, first));
    if (inTheWay) throw wayFailure(inTheWay, 'merge');
    await moveHead(context, first, 'initial pull');
    return 0;
  }
  const left: string[] = [];
  for (const oid of oids) if (!(await isAncestor(context, oid, head))) left.push(oid);
  await context.refs.write('ORIG_HEAD', head);
  if (left.length === 0) {
    if (!is('quiet')) io.out(`Already up to date.${squash ? ' (nothing to squash)' : ''}\n`);
    return 0;
  }
  // Commits are not signed in this sandbox.
  if (is('verifies')) throw new GitFailure(`Commit ${left[0]?.slice(0, 7)} does not have a GPG signature.`);
  // Revisions that HEAD or another one has already are left out.
  const kept: string[] = [];
  for (const [at, oid] of left.entries()) {
    const others = [...left.slice(0, at).filter((one) => one !== oid), ...left.slice(at + 1)];
    const covered = await Promise.all(others.map((other) => isAncestor(context, oid, other)));
    if (!covered.includes(true)) kept.push(oid);
  }
  if (kept.length < oids.length)
    return mergeNames(
      context,
      kept.map((oid) => names[oids.indexOf(oid)] ?? oid),
      options,
      message,
    );
  const canForward = oids.length === 1 && (await isAncestor(context, head, first));
  if (canForward && forward !== 'noFf' && strategy !== 'ours') return fastForward(context, head, first, names, options);
  if (forward === 'ffOnly') throw new GitFailure('Not possible to fast-forward, aborting.');
  const text = await messageFor(context, names, oids, options, message);
  if (autostash) await makeAutostash(context, MERGE_AUTOSTASH);
  if (oids.length > 1 && (strategy === 'recursive' || strategy === 'ort' || strategy === 'resolve')) {
    io.err(`Merge with strategy ${strategy} failed.\n`);
    await applyAutostash(context, false, MERGE_AUTOSTASH);
    return 2;
  }
  const merging =
    oids.length > 1
      ? octopus(context, head, left, names, text, options)
      : trueMerge(context, head, first, names, text, options);
  // A merge that stops keeps what was stashed until it is concluded or given up.
  const code = await merging.catch(async (error: unknown) => {
    await applyAutostash(context, false, MERGE_AUTOSTASH);
    throw error;
  });
  if (code === 2) await applyAutostash(context, false, MERGE_AUTOSTASH);
  return code;
}

const STRATEGIES = new Set(['ort', 'recursive', 'ours', 'resolve', 'subtree', 'octopus']);

async function fastForward(
  context: Context,
  head: string,
  to: string,
  names: readonly string[],
  options: MergeOptions,
): Promise<number> {
  const { io } = context;
  const quiet = options.is('quiet');
  const { squash, autostash } = mergePlan(options);
  if (!quiet) io.out(`Updating ${head.slice(0, 7)}..${to.slice(0, 7)}\n`);
  if (autostash) await makeAutostash(context, MERGE_AUTOSTASH);
  const inTheWay = await switchTree(context, await filesOfCommit(context, head), await filesOfCommit(context, to));
  if (inTheWay) await applyAutostash(context, false, MERGE_AUTOSTASH);
  if (inTheWay) throw wayFailure(inTheWay, 'merge');
  const written = options.value('message') ?? options.value('file');
  const ignored = written === undefined ? '' : ' (no commit created; -m option ignored)';
  if (squash) {
    if (!quiet) io.out(`Fast-forward${ignored}\nSquash commit -- not updating HEAD\n`);
    await writeState(context, 'SQUASH_MSG', await squashMessage(context, head, [to]));
  } else {
    await context.refs.write('ORIG_HEAD', head);
    await moveHead(context, to, `merge ${names.join(' ')}: Fast-forward${ignored}`);
    if (!quiet) io.out(`Fast-forward${ignored}\n`);
  }
  await sayStat(context, head, to, options);
  await runHook(context, 'post-merge', [squash ? '1' : '0']);
  await applyAutostash(context, false, MERGE_AUTOSTASH);
  return 0;
}

async function trueMerge(
  context: Context,
  head: string,
  other: string,
  names: readonly string[],
  message: string,
  options: MergeOptions,
): Promise<number> {
  const { io } = context;
  const { is } = options;
  const bases = await mergeBases(context, [head, other]);
  if (bases.length === 0 && !is('unrelated')) throw new GitFailure('refusing to merge unrelated histories');
  const strategy = options.value('strategy');
  if (strategy === 'subtree')
    throw new GitFailure(
      'the strategy subtree is not supported in this sandbox: use `git read-tree --prefix`, or copy the files',
      2,
    );
  await context.refs.write('ORIG_HEAD', head);
  const staged = await indexTree(context);
  if (staged !== (await treeOfCommit(context, head))) {
    // git stashes what is staged, and resets when it brings it back.
    const action = io.env.GIT_REFLOG_ACTION ?? `merge ${names.join(' ')}`;
    await noteMove(context, 'HEAD', { before: head, after: head, reason: `${action}: updating HEAD` });
    if (strategy === 'ours') throw new GitFailure('Merge with strategy ours failed.', 2, '');
    const changed = await changesBetweenTrees(context, await treeOfCommit(context, head), staged);
    throw new GitFailure(
      `Your local changes to the following files would be overwritten by merge:\n  ${changed.map(({ path }) => path).join(' ')}\nMerge with strategy ort failed.`,
      2,
    );
  }
  if (strategy === 'ours')
    return concludeMerge(context, { head, others: [other], names, message, made: madeBy(strategy) }, options);
  if (strategy === 'resolve') return resolveMerge(context, { head, other, names, bases }, message, options);
  const base =
    bases.length === 1 ? (bases[0] ?? '').slice(0, 7) : bases.length === 0 ? 'empty tree' : 'merged common ancestors';
  const theirs = names[0] === undefined || names[0] === 'FETCH_HEAD' ? other : names[0];
  const labels = { ours: 'HEAD', base, theirs };
  const { merge, inTheWay } = await mergeIntoWork(
    context,
    await baseTree(context, bases),
    await filesOfCommit(context, head),
    await filesOfCommit(context, other),
    {
      labels,
      style: conflictStyle(context),
      ...strategyRules(options.values('favor')),
    },
  );
  if (inTheWay) {
    io.err(`error: ${wayFailure(inTheWay, 'merge').message}\n`);
    io.err('Merge with strategy ort failed.\n');
    return 2;
  }
  const recursive = strategy === 'recursive';
  const messages = recursive ? inRecursiveOrder(merge.messages) : merge.messages;
  io.out(messages.map((line) => `${line}\n`).join(''));
  if (merge.conflicts.size > 0) return stopMerge(context, [other], head, message, [...merge.conflicts.keys()], options);
  return concludeMerge(
    context,
    { head, others: [other], names, message, made: madeBy(recursive ? 'recursive' : 'ort') },
    options,
  );
}
