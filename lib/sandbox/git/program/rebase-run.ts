import { GitFailure } from '../git-failure';
import { makeFolder, writeText } from '../git-fs';
import { headCommit } from '../repository';
import { readCommit, subjectLine, writeCommit, type Commit } from '../store/commit';
import { EMPTY_TREE } from '../store/objects';
import { applyCommit } from './apply-commit';
import { applyAutostash } from './autostash';
import { loadIndex, type Context } from './context';
import { commitTemplate } from './commit-template';
import { editInEditor } from './editor';
import { runHook } from './hooks';
import { commitSummary } from './make-commit';
import { filesOf, indexTree, treeOf } from './merge-into-work';
import { addTrailer, cleanMessage } from './message';
import { committerOf } from './people';
import { parseTodo, todoHelp, type TodoItem } from './rebase-todo';
import { noteMove } from './reflog';
import { resolveCommit } from './revision';
import { headText } from './standing';
import { clearState, forgetStopped, readState, writeState } from './state';
import { forceTree, switchTree, wayFailure } from './switch-tree';
import { saveIndex } from './context';
import { moveHead, switchHead } from './update-refs';

export interface RebasePlan {
  /** `refs/heads/topic`, or `detached HEAD`. */
  readonly headName: string;
  readonly head: string;
  /** Undefined where the commits begin a history. */
  readonly onto: string | undefined;
  readonly ontoName: string;
  readonly lines: readonly string[];
  readonly interactive: boolean;
  readonly quiet: boolean;
  readonly favor: 'ours' | 'theirs' | undefined;
  /** Commits are made anew where they could stay. */
  readonly forced: boolean;
  readonly signoff: boolean;
}

const DIR = 'rebase-merge';
const read = (context: Context, name: string) => readState(context, `${DIR}/${name}`);
const write = (context: Context, name: string, text: string) => writeState(context, `${DIR}/${name}`, text);

/** What the reflog calls it: `pull --rebase` where that began it. */
const actionOf = ({ io }: Context): string => io.env.GIT_REFLOG_ACTION ?? 'rebase';

export async function startRebase(context: Context, plan: RebasePlan): Promise<number> {
  const { io } = context;
  let lines = [...plan.lines];
  await makeFolder(context.fs, `${context.gitdir}/${DIR}`);
  if (plan.interactive) {
    const range = `${plan.onto === undefined ? '' : `${plan.onto.slice(0, 7)}..`}${plan.head.slice(0, 7)} onto ${(plan.onto ?? EMPTY_TREE).slice(0, 7)}`;
    const shown = lines.map((line) => line.replace(/^(\w+(?: -C)? [0-9a-f]{7})[0-9a-f]{33}/, '$1'));
    await write(context, 'git-rebase-todo', '');
    let edited: string;
    try {
      edited = await editInEditor(
        context,
        `${DIR}/git-rebase-todo`,
        `${(shown.length === 0 ? ['noop'] : shown).join('\n')}\n${todoHelp(range, shown.length)}`,
        true,
      );
    } catch (error) {
      await giveUp(context);
      throw error;
    }
    const items = parseTodo(edited);
    if (items.length === 0 && !/^noop$/m.test(edited)) {
      await giveUp(context);
      io.err('error: nothing to do\n');
      return 1;
    }
    lines = items.map(({ line }) => line);
    const first = items[0];
    if (first && (first.verb === 'squash' || first.verb === 'fixup')) {
      io.err(`error: cannot '${first.verb}' without a previous commit\n`);
      await saveStart(context, plan);
      await write(context, 'git-rebase-todo', `${lines.join('\n')}\n`);
      await write(context, 'done', '');
      if (plan.onto !== undefined) await checkOutOnto(context, plan.onto, plan.ontoName);
      io.err(
        "You can fix this with 'git rebase --edit-todo' and then run 'git rebase --continue'.\nOr you can abort the rebase with 'git rebase --abort'.\n",
      );
      return 1;
    }
  }
  await saveStart(context, plan);
  await write(context, 'git-rebase-todo', lines.map((line) => `${line}\n`).join(''));
  await write(context, 'done', '');
  await write(context, 'end', `${lines.length}\n`);
  await context.refs.write('ORIG_HEAD', plan.head);
  const kept = plan.forced ? 0 : await keptStart(context, lines, plan.onto);
  if (kept > 0) {
    const items = parseTodo(lines.join('\n'));
    const last = await resolveCommit(context, items[kept - 1]?.what ?? 'HEAD');
    await checkOutOnto(context, last, plan.ontoName);
    await write(
      context,
      'git-rebase-todo',
      lines
        .slice(kept)
        .map((line) => `${line}\n`)
        .join(''),
    );
    await write(
      context,
      'done',
      lines
        .slice(0, kept)
        .map((line) => `${line}\n`)
        .join(''),
    );
  } else if (plan.onto === undefined) {
    await checkOutOnto(context, undefined, plan.ontoName);
  } else await checkOutOnto(context, plan.onto, plan.ontoName);
  return runTodo(context);
}

async function giveUp(context: Context): Promise<void> {
  await clearState(context, DIR);
  await applyAutostash(context);
}

/** Picks at the start that stand where they would be put. */
async function keptStart(context: Context, lines: readonly string[], onto: string | undefined): Promise<number> {
  let at = onto;
  let count = 0;
  for (const { verb, what } of parseTodo(lines.join('\n'))) {
    if (verb !== 'pick') break;
    const commit = await readCommit(context.objects, await resolveCommit(context, what));
    if (commit.parents.length > 1 || commit.parents[0] !== at) break;
    at = commit.oid;
    count++;
  }
  return count;
}

async function saveStart(context: Context, plan: RebasePlan): Promise<void> {
  await write(context, 'head-name', `${plan.headName}\n`);
  await write(context, 'orig-head', `${plan.head}\n`);
  await write(context, 'onto', `${plan.onto ?? '0'.repeat(40)}\n`);
  await write(context, 'interactive', '');
  if (plan.quiet) await write(context, 'quiet', '');
  if (plan.signoff) await write(context, 'signoff', '--signoff');
  if (plan.favor !== undefined) await write(context, 'strategy_opts', ` --${plan.favor}`);
}

async function checkOutOnto(context: Context, onto: string | undefined, name: string): Promise<void> {
  if (onto === undefined) {
    const index = await loadIndex(context);
    await forceTree(context, index, new Map());
    await saveIndex(context, index);
    await write(context, 'root', '');
    return;
  }
  const inTheWay = await switchTree(
    context,
    await filesOf(context, await headCommit(context)),
    await filesOf(context, onto),
  );
  if (inTheWay) {
    await giveUp(context);
    throw wayFailure(inTheWay, 'checkout');
  }
  await switchHead(context, { commit: onto }, `${actionOf(context)} (start): checkout ${name}`);
}

/** Does what is left, one line after the other. */
async function runTodo(context: Context): Promise<number> {
  for (;;) {
    const todo = ((await read(context, 'git-rebase-todo')) ?? '')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    const [line] = todo;
    if (line === undefined) return finish(context);
    const [item] = parseTodo(line);
    await write(
      context,
      'git-rebase-todo',
      todo
        .slice(1)
        .map((one) => `${one}\n`)
        .join(''),
    );
    const done = (await read(context, 'done')) ?? '';
    await write(context, 'done', `${done}${done === '' ? '' : '\n'}${line}\n`);
    if (!item) continue;
    const code = await runItem(context, item, parseTodo(todo[1] ?? '')[0]);
    if (code !== undefined) return code;
  }
}

/** Gives an exit code where it has to stop. */
async function runItem(context: Context, item: TodoItem, next: TodoItem | undefined): Promise<number | undefined> {
  const { io } = context;
  if (item.verb === 'drop') return undefined;
  if (item.verb === 'break') {
    io.err(`Stopped at ${await headText(context, (await headCommit(context)) ?? '')}\n`);
    return 0;
  }
  if (item.verb === 'exec') {
    io.err(`Executing: ${item.what}\n`);
    const { code } = await io.run(['sh', '-c', item.what], { cwd: context.root, env: io.env });
    if (code === 0) return undefined;
    io.err(
      `warning: execution failed: ${item.what}\nYou can fix the problem, and then run\n\n  git rebase --continue\n\n\n`,
    );
    return 1;
  }
  const commit = await readCommit(context.objects, await resolveCommit(context, item.what));
  const head = await headCommit(context);
  const isMeld = item.verb === 'squash' || item.verb === 'fixup';
  const root = (await read(context, 'root')) !== undefined;
  if (
    !isMeld &&
    !root &&
    commit.parents.length === 1 &&
    commit.parents[0] === head &&
    item.verb !== 'reword' &&
    (await read(context, 'signoff')) === undefined
  ) {
    const inTheWay = await switchTree(context, await filesOf(context, head), await filesOf(context, commit.oid));
    if (inTheWay) return refuse(context, item, inTheWay);
    await moveHead(context, commit.oid, `${actionOf(context)}: fast-forward`);
  } else {
    const opts = (await read(context, 'strategy_opts')) ?? '';
    const favor = opts.includes('ours') ? 'ours' : opts.includes('theirs') ? 'theirs' : undefined;
    const applied = root
      ? await applyToNothing(context, commit)
      : await applyCommit(context, commit, { action: 'pick', ...(favor && { favor }) });
    if (applied.inTheWay) return refuse(context, item, applied.inTheWay);
    io.out(applied.messages.map((line) => `${line}\n`).join(''));
    if (!applied.clean) return stopAt(context, item, commit, applied.conflicts);
    const code = await commitItem(context, item, commit, next);
    if (code !== undefined) return code;
  }
  if (item.verb !== 'edit') return undefined;
  await write(context, 'amend', `${await headCommit(context)}\n`);
  await write(context, 'stopped-sha', `${commit.oid}\n`);
  await context.refs.write('REBASE_HEAD', commit.oid);
  io.err(
    `Stopped at ${commit.oid.slice(0, 7)}...  ${subjectLine(commit.message)}\nYou can amend the commit now, with\n\n  git commit --amend \n\nOnce you are satisfied with your changes, run\n\n  git rebase --continue\n`,
  );
  return 0;
}

async function applyToNothing(context: Context, commit: Commit): Promise<Awaited<ReturnType<typeof applyCommit>>> {
  const index = await loadIndex(context);
  await forceTree(context, index, await filesOf(context, commit.oid));
  await saveIndex(context, index);
  return { clean: true, messages: [], conflicts: [], inTheWay: undefined };
}

async function refuse(context: Context, item: TodoItem, inTheWay: Parameters<typeof wayFailure>[0]): Promise<number> {
  context.io.err(`error: ${wayFailure(inTheWay, 'merge').message}\n`);
  const todo = (await read(context, 'git-rebase-todo')) ?? '';
  await write(context, 'git-rebase-todo', `${item.line}\n${todo}\n`);
  return 1;
}

async function stopAt(context: Context, item: TodoItem, commit: Commit, conflicts: readonly string[]): Promise<number> {
  const subject = subjectLine(commit.message);
  await context.refs.write('REBASE_HEAD', commit.oid);
  await write(context, 'stopped-sha', `${commit.oid}\n`);
  await write(context, 'verb', `${item.verb}\n`);
  const message =
    item.verb === 'squash' || item.verb === 'fixup' ? await meldedMessage(context, item, commit) : commit.message;
  await write(context, 'message', message);
  const { name, email, time, zone } = commit.author;
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\\\''")}'`;
  await write(
    context,
    'author-script',
    `GIT_AUTHOR_NAME=${quoted(name)}\nGIT_AUTHOR_EMAIL=${quoted(email)}\nGIT_AUTHOR_DATE='@${time} ${zone}'\n`,
  );
  await writeState(
    context,
    'MERGE_MSG',
    `${message.trimEnd()}\n\n# Conflicts:\n${conflicts.map((path) => `#\t${path}\n`).join('')}`,
  );
  context.io.err(
    `error: could not apply ${commit.oid.slice(0, 7)}... ${subject}\nhint: Resolve all conflicts manually, mark them as resolved with\nhint: "git add/rm <conflicted_files>", then run "git rebase --continue".\nhint: You can instead skip this commit: run "git rebase --skip".\nhint: To abort and get back to the state before "git rebase", run "git rebase --abort".\nCould not apply ${commit.oid.slice(0, 7)}... ${subject}\n`,
  );
  return 1;
}

/** What a commit and those that are melded into it say. */
async function meldedMessage(context: Context, item: TodoItem, commit: Commit): Promise<string> {
  const head = await readCommit(context.objects, (await headCommit(context)) ?? '');
  const known = await read(context, 'message-squash');
  const count = Number((await read(context, 'squash-count')) ?? 1) + 1;
  await write(context, 'squash-count', `${count}\n`);
  const start =
    known?.replace(/^# This is a combination of \d+ commits\.\n/, '') ??
    `# This is the 1st commit message:\n\n${head.message.trimEnd()}\n`;
  const body = commit.message.trimEnd();
  const own =
    item.verb === 'squash'
      ? `# This is the commit message #${count}:\n\n${body.replace(/^(?:fixup|squash)! /, '# $&')}\n`
      : item.takesMessage
        ? `# This is the commit message #${count}:\n\n${body.replace(/^amend! .*\n\n/, '')}\n`
        : `# The commit message #${count} will be skipped:\n\n${body
            .split('\n')
            .map((line) => `# ${line}`.trimEnd())
            .join('\n')}\n`;
  const text = `# This is a combination of ${count} commits.\n${start.trimEnd()}\n\n${own}`;
  await write(context, 'message-squash', text);
  if (item.verb === 'squash') await write(context, 'squash-used', '');
  if (item.takesMessage) await write(context, 'message-fixup', body.replace(/^amend! .*\n\n/, ''));
  else if (known === undefined && item.verb === 'fixup') await write(context, 'message-fixup', head.message);
  return text;
}

async function commitItem(
  context: Context,
  item: TodoItem,
  commit: Commit,
  next: TodoItem | undefined,
): Promise<number | undefined> {
  const { io } = context;
  const head = await headCommit(context);
  const tree = await indexTree(context);
  const isMeld = item.verb === 'squash' || item.verb === 'fixup';
  const root = (await read(context, 'root')) !== undefined;
  const wasEmpty = commit.tree === (await treeOf(context, commit.parents[0]));
  if (!isMeld && !root && tree === (await treeOf(context, head)) && !wasEmpty) {
    io.err(`dropping ${commit.oid} ${subjectLine(commit.message)} -- patch contents already upstream\n`);
    return undefined;
  }
  if (isMeld) return commitMeld(context, item, commit, tree, next);
  let message = commit.message;
  if (item.verb === 'reword') {
    message = await editedMessage(context, message, commit);
    if (message === '') throw new GitFailure('Aborting commit due to empty commit message.', 1);
  }
  if ((await read(context, 'signoff')) !== undefined) {
    const { name, email } = committerOf(context);
    message = addTrailer(message, `Signed-off-by: ${name} <${email}>`);
  }
  await makeRebased(context, {
    tree,
    parents: root || head === undefined ? [] : [head],
    commit,
    message,
    reason: `${actionOf(context)} (${item.verb}): ${subjectLine(message)}`,
  });
  await clearState(context, `${DIR}/root`);
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
): Promise<number | undefined> {
  const head = await readCommit(context.objects, (await headCommit(context)) ?? '');
  const melded = await meldedMessage(context, item, commit);
  const goesOn = next?.verb === 'squash' || next?.verb === 'fixup';
  const usedSquash = (await read(context, 'squash-used')) !== undefined;
  const fixup = await read(context, 'message-fixup');
  let message = goesOn
    ? melded
    : usedSquash
      ? await editedMessage(context, melded, head)
      : `${(fixup ?? head.message).trimEnd()}\n`;
  if (!goesOn && usedSquash && message === '') message = head.message;
  await makeRebased(context, {
    tree,
    parents: head.parents,
    commit: head,
    message,
    reason: `${actionOf(context)} (${item.verb}): ${subjectLine(goesOn ? melded.replace(/^\n*/, '') : message)}`,
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
  return undefined;
}

async function editedMessage(context: Context, message: string, commit: Commit): Promise<string> {
  const template = await commitTemplate(context, message.trimEnd(), {
    author: commit.author,
    verbose: false,
    amend: commit,
    comment: '#',
  });
  return cleanMessage(await editInEditor(context, 'COMMIT_EDITMSG', template));
}

async function makeRebased(
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
    author: commit.author,
    committer: committerOf(context),
    message,
  });
  const before = await headCommit(context);
  if (parents.length === 0 && before !== undefined && (await context.refs.target('HEAD')) !== undefined) {
    await writeText(context.fs, `${context.gitdir}/HEAD`, `${oid}\n`);
    await noteMove(context, 'HEAD', { before, after: oid, reason });
    return;
  }
  await moveHead(context, oid, reason);
}

/** `--continue` and `--skip`. */
export async function continueRebase(context: Context, skip: boolean): Promise<number> {
  const { io } = context;
  if (skip) {
    const index = await loadIndex(context);
    await forceTree(context, index, await filesOf(context, await headCommit(context)));
    await saveIndex(context, index);
    await forgetStopped(context);
    await clearState(context, `${DIR}/stopped-sha`, `${DIR}/amend`, `${DIR}/message`, 'REBASE_HEAD');
    return runTodo(context);
  }
  if ((await loadIndex(context)).conflicts().length > 0) {
    const paths = (await loadIndex(context)).conflicts();
    io.out(paths.map((path) => `${path}: needs merge\n`).join(''));
    io.err('You must edit all merge conflicts and then\nmark them as resolved using git add\n');
    return 1;
  }
  const stopped = await read(context, 'stopped-sha');
  const amend = await read(context, 'amend');
  const tree = await indexTree(context);
  const head = await headCommit(context);
  const changed = tree !== (await treeOf(context, head));
  if (stopped !== undefined && (changed || (amend !== undefined && changed))) {
    const commit = await readCommit(context.objects, await resolveCommit(context, stopped));
    const verb = (await read(context, 'verb')) ?? 'pick';
    const isMeld = verb === 'squash' || verb === 'fixup';
    const old = await readCommit(context.objects, head ?? '');
    const replaces = amend !== undefined || isMeld;
    const message = await editedMessage(
      context,
      cleanMessage((await readState(context, 'MERGE_MSG')) ?? (amend !== undefined ? old.message : commit.message)),
      amend === undefined ? commit : old,
    );
    if (message === '') throw new GitFailure('Aborting commit due to empty commit message.', 1);
    await makeRebased(context, {
      tree,
      parents: replaces ? old.parents : head === undefined ? [] : [head],
      commit: replaces ? old : commit,
      message,
      reason: `${actionOf(context)} (continue): ${subjectLine(message)}`,
    });
    io.out(await commitSummary(context, (await headCommit(context)) ?? '', { dated: replaces }));
    await clearState(
      context,
      `${DIR}/message-squash`,
      `${DIR}/squash-count`,
      `${DIR}/squash-used`,
      `${DIR}/message-fixup`,
    );
  }
  await forgetStopped(context);
  await clearState(context, `${DIR}/stopped-sha`, `${DIR}/amend`, `${DIR}/message`, `${DIR}/verb`, 'REBASE_HEAD');
  return runTodo(context);
}

async function finish(context: Context): Promise<number> {
  const { io } = context;
  const [headName = '', onto, quiet] = [
    await read(context, 'head-name'),
    await read(context, 'onto'),
    await read(context, 'quiet'),
  ];
  const after = await headCommit(context);
  const before = await read(context, 'orig-head');
  if (headName.startsWith('refs/heads/') && after !== undefined) {
    await context.refs.write(headName, after);
    await noteMove(context, headName, {
      before,
      after,
      reason: `${actionOf(context)} (finish): ${headName} onto ${onto}`,
    });
    await switchHead(
      context,
      { branch: headName.slice('refs/heads/'.length) },
      `${actionOf(context)} (finish): returning to ${headName}`,
    );
  }
  await runHook(context, 'post-rewrite', ['rebase']);
  await applyAutostash(context);
  await clearState(context, DIR, 'REBASE_HEAD');
  if (quiet === undefined) io.err(`Successfully rebased and updated ${headName}.\n`);
  return 0;
}

export async function abortRebase(context: Context): Promise<void> {
  const [headName = '', before = ''] = [await read(context, 'head-name'), await read(context, 'orig-head')];
  const index = await loadIndex(context);
  await forceTree(context, index, await filesOf(context, before));
  await saveIndex(context, index);
  const isBranch = headName.startsWith('refs/heads/');
  const reason = `${actionOf(context)} (abort): returning to ${isBranch ? headName : before}`;
  await switchHead(context, isBranch ? { branch: headName.slice('refs/heads/'.length) } : { commit: before }, reason);
  await forgetStopped(context);
  await applyAutostash(context);
  await clearState(context, DIR, 'REBASE_HEAD');
}

/** `--edit-todo`, and `--show-current-patch` in short. */
export async function lookAtRebase(context: Context, verb: 'editTodo' | 'showPatch'): Promise<void> {
  if (verb === 'showPatch') throw new GitFailure('use `git show REBASE_HEAD`', 1);
  const edited = await editInEditor(
    context,
    `${DIR}/git-rebase-todo`,
    `${(await read(context, 'git-rebase-todo')) ?? ''}\n`,
    true,
  );
  await write(
    context,
    'git-rebase-todo',
    parseTodo(edited)
      .map(({ line }) => `${line}\n`)
      .join(''),
  );
}
