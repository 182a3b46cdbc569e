import { GitFailure } from '../../git-failure';
import { headCommit } from '../../repository';
import { firstLine } from '../commit/make-commit';
import { readCommit, subjectLine, writeCommit, type Commit } from '../../store/commit';
import { type Context } from '../setup/context';
import { editedMessage, preparedMessage } from '../commit/edited-message';
import { runHook } from '../setup/hooks';
import { commitSummary } from '../commit/make-commit';
import { indexTree, treeOfCommit } from '../worktree/merge-into-work';
import { addTrailer } from '../message/message';
import { committerOf, momentOf } from '../people/people';
import { type TodoItem } from './rebase-todo';
import { clearState, forgetStopped, writeState } from '../setup/state';
import { moveHead } from '../refs/update-refs';

import { actionOf, committerFor, DIR, FORWARDED, isAtRoot, readRebase, writeRebase } from './rebase-state';

const commented = (text: string): string =>
  text
    .split('\n')
    .map((line) => `# ${line}`.trimEnd())
    .join('\n');

/** A combined message whose messages so far count no more, since a later one takes their place. */
const withoutMessages = (text: string): string =>
  text
    .split(/^(?=# This is the .*commit message.*:$|# The .* will be skipped:$)/m)
    .map((section) => {
      const [, which, body = ''] =
        /^# This is the (1st commit message|commit message #\d+):\n\n(.*)$/s.exec(section) ?? [];
      return which === undefined ? section : `# The ${which} will be skipped:\n\n${commented(body.trimEnd())}\n\n`;
    })
    .join('');

/** The combined message of a commit and those that are squashed into it. */
export async function meldedMessage(context: Context, item: TodoItem, commit: Commit): Promise<string> {
  const head = await readCommit(context.objects, (await headCommit(context)) ?? '');
  const known = await readRebase(context, 'message-squash');
  const count = Number((await readRebase(context, 'squash-count')) ?? 1) + 1;
  await writeRebase(context, 'squash-count', `${count}\n`);
  const before =
    known?.replace(/^# This is a combination of \d+ commits\.\n/, '') ??
    `# This is the 1st commit message:\n\n${head.message.trimEnd()}\n`;
  const start = item.takesMessage ? withoutMessages(before) : before;
  const body = commit.message.trimEnd();
  const own =
    item.verb === 'squash'
      ? `# This is the commit message #${count}:\n\n${body.replace(/^(?:fixup|squash)! /, '# $&')}\n`
      : item.takesMessage
        ? `# This is the commit message #${count}:\n\n${body.replace(/^amend! .*\n\n/, '')}\n`
        : `# The commit message #${count} will be skipped:\n\n${commented(body)}\n`;
  const text = `# This is a combination of ${count} commits.\n${start.trimEnd()}\n\n${own}`;
  await writeRebase(context, 'message-squash', text);
  if (item.verb === 'squash' || item.editsMessage) await writeRebase(context, 'squash-used', '');
  if (item.takesMessage) await writeRebase(context, 'message-fixup', body.replace(/^amend! .*\n\n/, ''));
  else if (known === undefined && item.verb === 'fixup') await writeRebase(context, 'message-fixup', head.message);
  return text;
}

/** Commits what was applied for a todo line; `empty` if nothing is left to commit, and the user has to decide. */
export async function commitItem(
  context: Context,
  item: TodoItem,
  commit: Commit,
  next: TodoItem | undefined,
): Promise<'empty' | undefined> {
  const { io } = context;
  const head = await headCommit(context);
  const tree = await indexTree(context);
  const isMeld = item.verb === 'squash' || item.verb === 'fixup';
  const root = await isAtRoot(context, head);
  const wasEmpty = commit.tree === (await treeOfCommit(context, commit.parents[0]));
  const keepsEmpty = (await readRebase(context, 'keep_redundant_commits')) !== undefined;
  if (!isMeld && !root && tree === (await treeOfCommit(context, head)) && !wasEmpty && !keepsEmpty) {
    if ((await readRebase(context, 'drop_redundant_commits')) === undefined) return 'empty';
    io.err(`dropping ${commit.oid} ${subjectLine(commit.message)} -- patch contents already upstream\n`);
    return undefined;
  }
  if (isMeld) {
    await commitMeld(context, item, commit, tree, next);
    return undefined;
  }
  const { name, email } = committerOf(context);
  const signed = (text: string) => addTrailer(text, `Signed-off-by: ${name} <${email}>`);
  const finished = (await readRebase(context, 'signoff')) === undefined ? (text: string) => text : signed;
  const make = (message: string) =>
    makeRebased(context, {
      tree,
      parents: root || head === undefined ? [] : [head],
      commit,
      message,
      reason: `${actionOf(context)} (${item.verb}): ${firstLine(message)}`,
    });
  const isSame = root ? commit.parents.length === 0 : commit.parents.length === 1 && commit.parents[0] === head;
  let message = finished(commit.message);
  if (item.verb === 'reword' && isSame) await moveHead(context, commit.oid, FORWARDED);
  else {
    message = await preparedMessage(context, message, ['message']);
    await make(message);
    await runHook(context, 'post-commit');
  }
  if (item.verb === 'reword') {
    // Committed before the message is asked for, so that the commit is not lost if none is given.
    message = await editedMessage(context, message, {
      author: commit.author,
      amend: commit,
      checked: true,
      source: ['commit', 'HEAD'],
    });
    if (message === '') throw new GitFailure('Aborting commit due to empty commit message.', 1);
    await make(finished(message));
    await runHook(context, 'post-commit');
  }
  await forgetStopped(context);
  if (item.verb === 'reword') io.out(await commitSummary(context, (await headCommit(context)) ?? '', { dated: true }));
  return undefined;
}

async function commitMeld(
  context: Context,
  item: TodoItem,
  commit: Commit,
  tree: string,
  next: TodoItem | undefined,
): Promise<void> {
  const head = await readCommit(context.objects, (await headCommit(context)) ?? '');
  const melded = await meldedMessage(context, item, commit);
  const goesOn = next?.verb === 'squash' || next?.verb === 'fixup';
  const usedSquash = (await readRebase(context, 'squash-used')) !== undefined;
  const fixup = await readRebase(context, 'message-fixup');
  if (usedSquash) await writeState(context, 'MERGE_MSG', melded);
  let message =
    usedSquash && !goesOn
      ? await editedMessage(context, melded, { author: head.author, amend: head, checked: true })
      : await preparedMessage(context, goesOn ? melded : `${(fixup ?? head.message).trimEnd()}\n`, ['message']);
  if (!goesOn && usedSquash && message === '') message = head.message;
  await makeRebased(context, {
    tree,
    parents: head.parents,
    commit: head,
    message,
    reason: `${actionOf(context)} (${item.verb}): ${goesOn ? (melded.trimStart().split('\n')[0] ?? '') : firstLine(message)}`,
  });
  if (!goesOn) {
    await clearState(
      context,
      `${DIR}/message-squash`,
      `${DIR}/squash-count`,
      `${DIR}/squash-used`,
      `${DIR}/message-fixup`,
    );
    if (usedSquash) context.io.out(await commitSummary(context, (await headCommit(context)) ?? '', { dated: true }));
  }
  await forgetStopped(context);
  await runHook(context, 'post-commit');
}

/** Records which commit became which; squashed commits become the one that they end up in. */
export async function noteRewritten(context: Context, old: string, next: TodoItem | undefined): Promise<void> {
  const pending = `${((await readRebase(context, 'rewritten-pending')) ?? '').trimEnd()}\n${old}`.trim();
  if (next?.verb === 'squash' || next?.verb === 'fixup')
    return writeRebase(context, 'rewritten-pending', `${pending}\n`);
  const known = await readRebase(context, 'rewritten-list');
  const head = await headCommit(context);
  const lines = pending.split('\n').map((oid) => `${oid} ${head}`);
  await writeRebase(context, 'rewritten-list', `${[...(known === undefined ? [] : [known]), ...lines].join('\n')}\n`);
  await clearState(context, `${DIR}/rewritten-pending`);
}

/** Writes a commit in place of another, keeping its author and author date. */
export async function makeRebased(
  context: Context,
  {
    tree,
    parents,
    commit,
    message,
    reason,
  }: { tree: string; parents: readonly string[]; commit: Commit; message: string; reason: string },
): Promise<void> {
  const oid = await writeCommit(context.objects, {
    tree,
    parents,
    author:
      (await readRebase(context, 'ignore_date')) === undefined
        ? commit.author
        : { ...commit.author, ...momentOf(undefined) },
    committer: await committerFor(context, commit),
    message,
  });
  await moveHead(context, oid, reason);
}
