import { applyAutostash, MERGE_AUTOSTASH } from '../stash/autostash';
import { changesBetweenTrees } from '../diff/diff-sides';
import type { Context } from '../setup/context';
import { runHook } from '../setup/hooks';
import { makeCommit, plainStyle } from '../commit/make-commit';
import { indexTree, treeOfCommit } from '../worktree/merge-into-work';
import { patchOf } from '../diff/patch-text';
import { personOf } from '../people/people';
import { rerere } from '../worktree/rerere';
import { rewordLast } from '../refs/reword-reflog';
import { prepareChanges } from '../diff/show-changes';
import { statText, summaryText } from '../diff/stat-text';
import { forgetStopped, hasState, writeState } from '../setup/state';
import { finalMessage, squashMessage } from './merge-message';
import { mergePlan, type MergeOptions } from './merge-options';

/** Prints what a merge changed. */
export async function sayStat(context: Context, before: string, after: string, options: MergeOptions): Promise<void> {
  if (mergePlan(options).stat) context.io.out(await statBetween(context, before, after));
}

/** What differs between two commits, with what was made and removed. */
export async function statBetween(context: Context, before: string | undefined, after: string): Promise<string> {
  const style = plainStyle(context);
  const trees = [await treeOfCommit(context, before), await treeOfCommit(context, after)] as const;
  const changes = await prepareChanges(await changesBetweenTrees(context, ...trees), style);
  const patches = [];
  for (const change of changes) patches.push(await patchOf(change, style));
  return `${statText(patches, style)}${summaryText(changes, style)}`;
}

/** Leaves a merge with conflicts to the user. */
export async function stopMerge(
  context: Context,
  others: readonly string[],
  head: string,
  message: string,
  conflicts: readonly string[],
  options: MergeOptions,
): Promise<number> {
  const { is } = options;
  const { squash, forward } = mergePlan(options);
  const listed = `\n# Conflicts:\n${conflicts.map((path) => `#\t${path}\n`).join('')}`;
  if (squash) {
    await writeState(context, 'SQUASH_MSG', await squashMessage(context, head, others));
    await writeState(context, 'MERGE_MSG', listed.trimStart());
    context.io.out('Squash commit -- not updating HEAD\n');
  } else {
    await saveMerge(context, others, `${message.trimEnd()}\n${listed}`, forward === 'noFf');
  }
  await rerere(context, is('stages') ? true : is('stagesNot') ? false : undefined);
  context.io.out('Automatic merge failed; fix conflicts and then commit the result.\n');
  await sayAutostash(context);
  return 1;
}

/** What is said of a merge. */
export const madeBy = (strategy: string): string => `Merge made by the '${strategy}' strategy.`;

/** A merge whose result is in the index. */
interface Merged {
  readonly head: string;
  readonly others: readonly string[];
  /** The others as the user named them. */
  readonly names: readonly string[];
  readonly message: string;
  /** What is said of it once it is made, such as `Merge made by the 'ort' strategy.` */
  readonly made: string;
  /** The parents of the commit; HEAD and the others, if left out. */
  readonly parents?: readonly string[];
}

/** Commits a merge that went well, unless it is to stop before. */
export async function concludeMerge(
  context: Context,
  { head, others, names, message, made, parents = [head, ...others] }: Merged,
  options: MergeOptions,
): Promise<number> {
  const { io } = context;
  const { is } = options;
  const { squash, stops, forward } = mergePlan(options);
  if (squash) {
    await writeState(context, 'SQUASH_MSG', await squashMessage(context, head, others));
    io.out('Squash commit -- not updating HEAD\n');
  } else if (stops) {
    await saveMerge(context, others, message, forward === 'noFf');
  }
  if (stops) {
    io.err('Automatic merge went well; stopped before committing as requested\n');
    await sayAutostash(context);
    return 0;
  }
  const stay = () => saveMerge(context, others, message, forward === 'noFf');
  if (options.last('verify', 'noVerify') !== 'noVerify' && (await runHook(context, 'pre-merge-commit')) !== 0) {
    await stay();
    io.err("Not committing merge; use 'git commit' to complete the merge.\n");
    return 1;
  }
  const tree = await indexTree(context);
  // Without a message the merge stays as it is, for `git commit`.
  const text = await finalMessage(context, message, options).catch(async (error: unknown) => {
    await stay();
    throw error;
  });
  const oid = await makeCommit(context, {
    tree,
    parents,
    author: personOf(context, 'AUTHOR'),
    message: text,
    reason: `merge ${names.join(' ')}`,
  });
  // For a merge, the reflog says how it was made, not what its message is.
  await rewordLast(context, (reason) => reason.replace(/^(merge [^:]*): .*$/s, `$1: ${made}`));
  await forgetStopped(context);
  await runHook(context, 'post-merge', ['0']);
  if (!is('quiet')) io.out(`${made}\n`);
  await sayStat(context, head, oid, options);
  await applyAutostash(context, false, MERGE_AUTOSTASH);
  return 0;
}

/** Keeps a merge that is not committed yet. */
async function saveMerge(context: Context, others: readonly string[], message: string, noFf: boolean): Promise<void> {
  await writeState(context, 'MERGE_HEAD', others.map((oid) => `${oid}\n`).join(''));
  await writeState(context, 'MERGE_MSG', message);
  await writeState(context, 'MERGE_MODE', noFf ? 'no-ff' : '');
}

/** The changes that were stashed wait for the commit. */
async function sayAutostash(context: Context): Promise<void> {
  if (await hasState(context, MERGE_AUTOSTASH))
    context.io.out('When finished, apply stashed changes with `git stash pop`\n');
}
