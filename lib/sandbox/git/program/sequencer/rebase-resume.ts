import { GitFailure } from '../../git-failure';
import { headCommit } from '../../repository';
import { readCommit, subjectLine } from '../../store/commit';
import { applyAutostash } from '../stash/autostash';
import { loadIndex, type Context } from '../setup/context';
import { commitSummary } from '../commit/make-commit';
import { indexTree, treeOfCommit } from '../worktree/merge-into-work';
import { cleanMessage } from '../message/message';
import { removeLabels } from './rebase-merges';
import { editAgain, LIST_ADVICE, missesCommits, readList } from './rebase-list';
import { parseTodo } from './rebase-todo';
import { forgetOpenConflicts, rerere } from '../worktree/rerere';
import { discardTo } from '../worktree/reset-merge';
import { resolveCommit } from '../refs/revision';
import { clearState, forgetStopped, readState } from '../setup/state';
import { standingOf } from '../commit/status-text';
import { switchHead } from '../refs/update-refs';

import { actionOf, DIR, isAtRoot, readRebase, writeRebase } from './rebase-state';
import { editedMessage } from '../commit/edited-message';
import { runHook } from '../setup/hooks';
import { makeRebased, noteRewritten } from './rebase-commit';
import { runTodo } from './rebase-run';

/** `--continue` and `--skip`. */
export async function continueRebase(context: Context, skip: boolean): Promise<number> {
  const { io } = context;
  // Only the run that read the list from its editor counts the empty lines in it.
  await clearState(context, `${DIR}/gaps`);
  if ((await readRebase(context, 'dropped')) !== undefined) {
    const lines = await readList(context, (await readRebase(context, 'git-rebase-todo')) ?? '');
    if (await missesCommits(context, lines)) return 1;
    await clearState(context, `${DIR}/dropped`);
  }
  if (skip) {
    await forgetOpenConflicts(context);
    await discardTo(context, await headCommit(context), 'could not discard worktree changes');
    await forgetStopped(context);
    await clearState(context, `${DIR}/stopped-sha`, `${DIR}/amend`, `${DIR}/message`, 'REBASE_HEAD');
    return runTodo(context);
  }
  const paths = (await loadIndex(context)).conflicts();
  const { changed: unstaged } = await standingOf(context, { renames: false, submodules: 'none' });
  if (paths.length + unstaged.length > 0) {
    io.out(paths.map((path) => `${path}: needs merge\n`).join(''));
    io.out('You must edit all merge conflicts and then\nmark them as resolved using git add\n');
    return 1;
  }
  const stopped = await readRebase(context, 'stopped-sha');
  const amend = await readRebase(context, 'amend');
  const tree = await indexTree(context);
  const head = await headCommit(context);
  const changed = tree !== (await treeOfCommit(context, head));
  if (stopped !== undefined && (changed || (amend !== undefined && changed))) {
    const commit = await readCommit(context.objects, await resolveCommit(context, stopped));
    const verb = (await readRebase(context, 'verb')) ?? 'pick';
    const isMeld = verb === 'squash' || verb === 'fixup';
    const old = await readCommit(context.objects, head ?? '');
    const other = await readState(context, 'MERGE_HEAD');
    const merged = other === undefined ? [] : [other.trim()];
    const replaces = amend !== undefined || isMeld;
    const message = await sayIfNot(
      context,
      editedMessage(
        context,
        cleanMessage((await readState(context, 'MERGE_MSG')) ?? (amend !== undefined ? old.message : commit.message)),
        { author: (amend === undefined ? commit : old).author, ...(replaces ? { amend: old } : { dated: false }) },
      ),
    );
    if (message === '') throw new GitFailure('Aborting commit due to empty commit message.', 1);
    await makeRebased(context, {
      tree,
      parents: replaces ? old.parents : head === undefined || (await isAtRoot(context, head)) ? [] : [head, ...merged],
      commit: replaces ? old : commit,
      message,
      reason: `${actionOf(context)} (continue): ${subjectLine(message)}`,
    });
    await rerere(context);
    await runHook(context, 'post-commit');
    io.out(await commitSummary(context, (await headCommit(context)) ?? '', { dated: replaces }));
    await clearState(
      context,
      `${DIR}/message-squash`,
      `${DIR}/squash-count`,
      `${DIR}/squash-used`,
      `${DIR}/message-fixup`,
    );
  }
  const [first] = parseTodo((await readRebase(context, 'git-rebase-todo')) ?? '');
  const isFirst = ((await readRebase(context, 'done')) ?? '').trim() === '';
  if (isFirst && (first?.verb === 'fixup' || first?.verb === 'squash'))
    throw new GitFailure(
      `cannot '${first.verb}' without a previous commit\nerror: please fix this using 'git rebase --edit-todo'.`,
      1,
    );
  if (stopped !== undefined) {
    const [next] = parseTodo((await readRebase(context, 'git-rebase-todo')) ?? '');
    await noteRewritten(context, await resolveCommit(context, stopped), next);
  }
  await forgetStopped(context);
  await clearState(context, `${DIR}/stopped-sha`, `${DIR}/amend`, `${DIR}/message`, `${DIR}/verb`, 'REBASE_HEAD');
  return runTodo(context);
}

/** If no message is given, the failure says that staged changes were not committed. */
async function sayIfNot(context: Context, message: Promise<string>): Promise<string> {
  try {
    return await message;
  } catch (error) {
    if (error instanceof GitFailure)
      throw new GitFailure(`${error.message}\nerror: could not commit staged changes.`, 1, error.prefix);
    throw error;
  }
}

export async function abortRebase(context: Context): Promise<void> {
  await forgetOpenConflicts(context);
  const [headName = '', before = ''] = [await readRebase(context, 'head-name'), await readRebase(context, 'orig-head')];
  await discardTo(context, before, `could not move back to ${before}`);
  const isBranch = headName.startsWith('refs/heads/');
  const reason = `${actionOf(context)} (abort): returning to ${isBranch ? headName : before}`;
  await switchHead(context, isBranch ? { branch: headName.slice('refs/heads/'.length) } : { commit: before }, reason);
  await forgetStopped(context);
  await applyAutostash(context);
  await removeLabels(context);
  await clearState(context, DIR, 'REBASE_HEAD');
}

/** `--edit-todo`. */
export async function editTodo(context: Context): Promise<number | void> {
  const left = (await readRebase(context, 'git-rebase-todo')) ?? '';
  const edited = await editAgain(context, left.trimEnd().split('\n'));
  const lines = await readList(context, edited).catch((error: unknown) => {
    if (error instanceof GitFailure) throw new GitFailure(`${error.message}\n${LIST_ADVICE.trimEnd()}`, 1);
    throw error;
  });
  await writeRebase(context, 'git-rebase-todo', lines.map((line) => `${line}\n`).join(''));
  if (await missesCommits(context, lines)) {
    await writeRebase(context, 'dropped', '');
    return 1;
  }
  return clearState(context, `${DIR}/dropped`);
}
