import { GitFailure } from '../../git-failure';
import { currentBranch, headCommit } from '../../repository';
import { applyAutostash, makeAutostash, MERGE_AUTOSTASH } from '../autostash';
import { openWorkTree, loadIndex, type Context } from '../context';
import { changesBetweenTrees } from '../diff-sides';
import type { GitCommand } from '../git-io';
import { runHook } from '../hooks';
import { isAncestor, mergeBases } from '../history';
import { makeCommit, plainStyle } from '../make-commit';
import {
  baseTree,
  conflictStyle,
  filesOf,
  indexTree,
  inRecursiveOrder,
  mergeIntoWork,
  treeOf,
} from '../merge-into-work';
import { rewordLast } from '../reword-reflog';
import { mergeTrees } from '../../merge/merge-trees';
import { patchOf } from '../patch-text';
import { rerere } from '../rerere';
import { personOf } from '../people';
import { findCommit } from '../revision';
import { backTo } from '../sequencer';
import { prepareChanges } from '../show-changes';
import { statText, summaryText } from '../stat-text';
import { forgetStopped, hasState, readState, writeState } from '../state';
import { favorOf } from '../strategy-option';
import { switchTree, wayFailure } from '../switch-tree';
import { moveHead } from '../update-refs';
import { upstreamOf } from '../upstream';
import { commit } from './commit';
import { readMergeOptions, type MergeOptions } from './merge-options';
import { squashMessage, finalMessage, messageFor } from './merge-message';

export const merge: GitCommand = async (args, io) => {
  const options = readMergeOptions(args);
  const context = await openWorkTree(io);
  const stopped = await readState(context, 'MERGE_HEAD');
  if (options.is('abort')) {
    if (stopped === undefined) throw new GitFailure('There is no merge to abort (MERGE_HEAD missing).');
    return backTo(context, await headCommit(context), 'HEAD');
  }
  if (options.is('quit')) return forgetStopped(context);
  if (options.is('continue')) {
    if (stopped === undefined) throw new GitFailure('There is no merge in progress (MERGE_HEAD missing).');
    return commit([], io);
  }
  await mustBeReady(context);
  const upstream = upstreamOf(context, (await currentBranch(context)) ?? '');
  const names = options.rest.length > 0 ? options.rest : upstream ? [upstream.ref] : [];
  if (names.length === 0) throw new GitFailure('No remote for the current branch.');
  return mergeNames(context, names, options);
};

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
  const oids: string[] = [];
  for (const name of names) {
    const oid = await findCommit(context, name);
    if (oid === undefined) throw new GitFailure(`${name} - not something we can merge`, 1, 'merge: ');
    oids.push(oid);
  }
  const head = await headCommit(context);
  const [first = ''] = oids;
  if (head === undefined) {
    const inTheWay = await switchTree(context, new Map(), await filesOf(context, first));
    if (inTheWay) throw wayFailure(inTheWay, 'merge');
    await moveHead(context, first, 'initial pull');
    return 0;
  }
  const left: string[] = [];
  for (const oid of oids) if (!(await isAncestor(context, oid, head))) left.push(oid);
  await context.refs.write('ORIG_HEAD', head);
  if (left.length === 0) {
    if (!is('quiet')) io.out(`Already up to date.${is('squash') ? ' (nothing to squash)' : ''}\n`);
    return 0;
  }
  // Revisions that are already merged are left out.
  const [only] = left;
  if (oids.length > 1 && left.length === 1 && only !== undefined)
    return mergeNames(context, [names[oids.indexOf(only)] ?? only], options, message);
  const ffSetting = context.config.get('merge.ff');
  const forceMerge = is('noFf') || (ffSetting === 'false' && !is('ff') && !is('ffOnly'));
  const canForward = oids.length === 1 && (await isAncestor(context, head, first));
  if (canForward && (!forceMerge || is('squash')) && options.value('strategy') !== 'ours')
    return fastForward(context, head, first, names, options);
  if (is('ffOnly') || (ffSetting === 'only' && !forceMerge)) {
    throw new GitFailure('Not possible to fast-forward, aborting.');
  }
  const text = await messageFor(context, names, oids, options, message);
  if (stashes(context, options)) await makeAutostash(context, MERGE_AUTOSTASH);
  const code = await (oids.length > 1
    ? octopus(context, head, left, names, text, options)
    : trueMerge(context, head, first, names, text, options));
  if (stashes(context, options)) await applyAutostash(context, code !== 0, MERGE_AUTOSTASH);
  return code;
}

const stashes = ({ config }: Context, { is }: MergeOptions): boolean =>
  is('autostash') || (!is('noAutostash') && config.boolean('merge.autoStash') === true);

async function sayStat(context: Context, before: string, after: string, { is }: MergeOptions): Promise<void> {
  if (is('quiet') || is('noStat') || context.config.boolean('merge.stat') === false) return;
  const style = plainStyle(context);
  const changes = await prepareChanges(
    await changesBetweenTrees(context, await treeOf(context, before), await treeOf(context, after)),
    style,
  );
  const patches = [];
  for (const change of changes) patches.push(await patchOf(change, style));
  context.io.out(`${statText(patches, style)}${summaryText(changes, style)}`);
}

async function fastForward(
  context: Context,
  head: string,
  to: string,
  names: readonly string[],
  options: MergeOptions,
): Promise<number> {
  const { io } = context;
  const quiet = options.is('quiet');
  if (!quiet) io.out(`Updating ${head.slice(0, 7)}..${to.slice(0, 7)}\n`);
  if (stashes(context, options)) await makeAutostash(context, MERGE_AUTOSTASH);
  const inTheWay = await switchTree(context, await filesOf(context, head), await filesOf(context, to));
  if (inTheWay && stashes(context, options)) await applyAutostash(context, false, MERGE_AUTOSTASH);
  if (inTheWay) throw wayFailure(inTheWay, 'merge');
  if (options.is('squash')) {
    if (!quiet) io.out('Fast-forward\nSquash commit -- not updating HEAD\n');
    await writeState(context, 'SQUASH_MSG', await squashMessage(context, head, to));
  } else {
    await context.refs.write('ORIG_HEAD', head);
    const ignored = options.value('message') === undefined ? '' : ' (no commit created; -m option ignored)';
    await moveHead(context, to, `merge ${names.join(' ')}: Fast-forward${ignored}`);
    if (!quiet) io.out(`Fast-forward${ignored}\n`);
  }
  await sayStat(context, head, to, options);
  if (stashes(context, options)) await applyAutostash(context, false, MERGE_AUTOSTASH);
  await runHook(context, 'post-merge', [options.is('squash') ? '1' : '0']);
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
  if (strategy !== undefined && !['ort', 'recursive', 'ours', 'resolve', 'subtree'].includes(strategy)) {
    throw new GitFailure(
      `Could not find merge strategy '${strategy}'.\nAvailable strategies are: octopus ours recursive resolve subtree.`,
      1,
    );
  }
  if (strategy === 'subtree')
    throw new GitFailure(
      'the strategy subtree is not supported in this sandbox: use `git read-tree --prefix`, or copy the files',
      2,
    );
  await context.refs.write('ORIG_HEAD', head);
  if (strategy === 'ours') {
    const oid = await makeCommit(context, {
      tree: await treeOf(context, head),
      parents: [head, other],
      author: personOf(context, 'AUTHOR'),
      message: await finalMessage(context, message, options),
      reason: `merge ${names.join(' ')}`,
    });
    await noteMerge(context, oid);
    if (!is('quiet')) io.out("Merge made by the 'ours' strategy.\n");
    return 0;
  }
  const staged = await indexTree(context);
  if (staged !== (await treeOf(context, head))) {
    const changed = await changesBetweenTrees(context, await treeOf(context, head), staged);
    throw new GitFailure(
      `Your local changes to the following files would be overwritten by merge:\n  ${changed.map(({ path }) => path).join(' ')}\nMerge with strategy ort failed.`,
      2,
    );
  }
  const favor = favorOf(options.values('favor'));
  const base =
    bases.length === 1 ? (bases[0] ?? '').slice(0, 7) : bases.length === 0 ? 'empty tree' : 'merged common ancestors';
  const theirs = names[0] === undefined || names[0] === 'FETCH_HEAD' ? other : names[0];
  const labels = { ours: 'HEAD', base, theirs };
  const { merge, inTheWay } = await mergeIntoWork(
    context,
    await baseTree(context, bases),
    await filesOf(context, head),
    await filesOf(context, other),
    {
      labels,
      style: conflictStyle(context),
      ...(favor && { favor }),
      ...(options.values('favor').includes('no-renames') && { renames: false }),
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
  return concludeMerge(context, head, [other], names, message, options, recursive ? 'recursive' : 'ort');
}

async function stopMerge(
  context: Context,
  others: readonly string[],
  head: string,
  message: string,
  conflicts: readonly string[],
  { is }: MergeOptions,
): Promise<number> {
  const listed = `\n# Conflicts:\n${conflicts.map((path) => `#\t${path}\n`).join('')}`;
  if (is('squash')) {
    await writeState(context, 'SQUASH_MSG', await squashMessage(context, head, others[0] ?? ''));
    await writeState(context, 'MERGE_MSG', listed.trimStart());
    context.io.out('Squash commit -- not updating HEAD\n');
  } else {
    await writeState(context, 'MERGE_HEAD', others.map((oid) => `${oid}\n`).join(''));
    await writeState(context, 'MERGE_MSG', `${message.trimEnd()}\n${listed}`);
    await writeState(context, 'MERGE_MODE', is('noFf') ? 'no-ff' : '');
  }
  await rerere(context, is('stages') ? true : is('stagesNot') ? false : undefined);
  context.io.out('Automatic merge failed; fix conflicts and then commit the result.\n');
  return 1;
}

async function concludeMerge(
  context: Context,
  head: string,
  others: readonly string[],
  names: readonly string[],
  message: string,
  options: MergeOptions,
  strategy: string,
): Promise<number> {
  const { io } = context;
  const { is } = options;
  if (is('squash')) {
    await writeState(context, 'SQUASH_MSG', await squashMessage(context, head, others[0] ?? ''));
    io.out('Squash commit -- not updating HEAD\n');
    io.err('Automatic merge went well; stopped before committing as requested\n');
    return 0;
  }
  if (is('noCommit')) {
    await writeState(context, 'MERGE_HEAD', others.map((oid) => `${oid}\n`).join(''));
    await writeState(context, 'MERGE_MSG', message);
    await writeState(context, 'MERGE_MODE', is('noFf') ? 'no-ff' : '');
    io.err('Automatic merge went well; stopped before committing as requested\n');
    return 0;
  }
  if ((await runHook(context, 'pre-merge-commit')) !== 0) return 1;
  const tree = await indexTree(context);
  const text = await finalMessage(context, message, options);
  const oid = await makeCommit(context, {
    tree,
    parents: [head, ...others],
    author: personOf(context, 'AUTHOR'),
    message: text,
    reason: `merge ${names.join(' ')}`,
  });
  await noteMerge(context, oid, strategy);
  await forgetStopped(context);
  await runHook(context, 'post-merge', ['0']);
  if (!is('quiet')) io.out(`Merge made by the '${strategy}' strategy.\n`);
  await sayStat(context, head, oid, options);
  return 0;
}

/** For a merge, the reflog says how it was made, not what its message is. */
async function noteMerge(context: Context, _oid: string, strategy = 'ours'): Promise<void> {
  await rewordLast(context, (reason) =>
    reason.replace(/^(merge [^:]*): .*$/s, `$1: Merge made by the '${strategy}' strategy.`),
  );
}

async function octopus(
  context: Context,
  head: string,
  oids: readonly string[],
  names: readonly string[],
  message: string,
  options: MergeOptions,
): Promise<number> {
  const { io } = context;
  await context.refs.write('ORIG_HEAD', head);
  let tree = await filesOf(context, head);
  let at = head;
  for (const [index, oid] of oids.entries()) {
    const name = names[index] ?? '';
    const bases = await mergeBases(context, [head, oid]);
    if (at === head && index === 0 && bases[0] === head) {
      io.out(`Fast-forwarding to: ${name}\n`);
      tree = await filesOf(context, oid);
      at = oid;
      continue;
    }
    io.out(`Trying simple merge with ${name}\n`);
    const merged = await mergeTrees(
      context.objects,
      await baseTree(context, bases),
      tree,
      await filesOf(context, oid),
      { labels: { ours: 'HEAD', base: '', theirs: name }, style: 'merge', renames: false },
    );
    if (merged.conflicts.size > 0) {
      io.out('Simple merge did not work, trying automatic merge.\n');
      io.err('Should not be doing an octopus.\nMerge with strategy octopus failed.\n');
      return 2;
    }
    tree = merged.files;
  }
  const inTheWay = await switchTree(context, await filesOf(context, head), tree);
  if (inTheWay) throw wayFailure(inTheWay, 'merge', 2);
  if (at !== head) {
    const oid = await makeCommit(context, {
      tree: await indexTree(context),
      parents: [...oids],
      author: personOf(context, 'AUTHOR'),
      message: await finalMessage(context, message, options),
      reason: `merge ${names.join(' ')}`,
    });
    await noteMerge(context, oid, 'octopus');
    if (!options.is('quiet')) io.out("Merge made by the 'octopus' strategy.\n");
    await sayStat(context, head, oid, options);
    return 0;
  }
  return concludeMerge(context, head, oids, names, message, options, 'octopus');
}
