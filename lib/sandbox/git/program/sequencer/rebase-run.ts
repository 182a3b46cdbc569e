import { GitFailure } from '../../git-failure';
import { makeFolder } from '../../git-fs';
import { headCommit } from '../../repository';
import { readCommit, subjectLine, type Commit } from '../../store/commit';
import { EMPTY_TREE } from '../../store/objects';
import { applyCommit } from './apply-commit';
import { applyAutostash } from '../stash/autostash';
import type { Context } from '../setup/context';
import { runHook } from '../setup/hooks';
import { filesOfCommit } from '../worktree/merge-into-work';
import { finishRebase } from './rebase-finish';
import { emptyStart, mergeAgain, resetToLabel, setLabel } from './rebase-merges';
import { changesOf } from '../diff/diff-sides';
import { firstLine, plainStyle } from '../commit/make-commit';
import { changesText, prepareChanges } from '../diff/show-changes';
import { statusAfterEmpty } from '../commit/status-after';
import { standingOf } from '../commit/status-text';
import { editList, LIST_ADVICE, missesCommits, readList } from './rebase-list';
import { parseTodo, type TodoItem } from './rebase-todo';
import { rerere } from '../worktree/rerere';
import { resolveCommit } from '../refs/revision';
import { headText } from '../refs/standing';
import { clearState, writeState } from '../setup/state';
import { strategyRules } from './strategy-option';
import { switchTree, wayFailure } from '../worktree/switch-tree';
import { moveHead, switchHead } from '../refs/update-refs';

import { actionOf, clearLine, DIR, FORWARDED, isAtRoot, readRebase, writeRebase } from './rebase-state';
import { commitItem, meldedMessage, noteRewritten } from './rebase-commit';

export interface RebasePlan {
  /** `refs/heads/topic`, or `detached HEAD`. */
  readonly headName: string;
  readonly head: string;
  /** Undefined if the commits start a new history. */
  readonly onto: string | undefined;
  readonly ontoName: string;
  readonly lines: readonly string[];
  readonly interactive: boolean;
  readonly quiet: boolean;
  /** The values of `-X`. */
  readonly strategyOptions: readonly string[];
  /** Commits are rewritten even if they could stay. */
  readonly forced: boolean;
  readonly signoff: boolean;
  /** What happens to commits that become empty. */
  readonly empties: 'drop' | 'keep' | 'stop';
  /** Other state files, with their texts. */
  readonly files: readonly (readonly [name: string, text: string])[];
  /** State files that choose the dates: `cdate_is_adate`, `ignore_date`. */
  readonly dates: readonly string[];
}

export async function startRebase(context: Context, given: RebasePlan): Promise<number> {
  const { io } = context;
  const start = given.onto === undefined ? await emptyStart(context) : undefined;
  const plan = start === undefined ? given : { ...given, onto: start, ontoName: start };
  let lines = [...plan.lines];
  await makeFolder(context.fs, `${context.gitdir}/${DIR}`);
  if (plan.interactive) {
    const range = `${given.onto === undefined ? '' : `${given.onto.slice(0, 7)}..`}${plan.head.slice(0, 7)} onto ${(plan.onto ?? EMPTY_TREE).slice(0, 7)}`;
    await writeRebase(context, 'git-rebase-todo', '');
    let edited: string;
    try {
      edited = await editList(context, lines, range);
    } catch (error) {
      await giveUp(context);
      throw error;
    }
    try {
      lines = await readList(context, edited);
    } catch (error) {
      if (!(error instanceof GitFailure)) throw error;
      io.err(`error: ${error.message}\n`);
      return stopAtStart(context, plan, edited);
    }
    const items = parseTodo(lines.join('\n'));
    if (items.length === 0 && !lines.includes('noop')) {
      await giveUp(context);
      io.err('error: nothing to do\n');
      return 1;
    }
    if (await missesCommits(context, lines)) {
      await writeRebase(context, 'dropped', '');
      return stopAtStart(context, plan, edited, '');
    }
    const first = items.find(({ verb }) => !['drop', 'exec', 'break', 'label', 'reset'].includes(verb));
    if (first && (first.verb === 'squash' || first.verb === 'fixup')) {
      io.err(`error: cannot '${first.verb}' without a previous commit\n`);
      return stopAtStart(context, plan, `${lines.join('\n')}\n`);
    }
  }
  await saveStart(context, plan);
  if (start !== undefined) await writeRebase(context, 'squash-onto', `${start}\n`);
  await writeRebase(context, 'git-rebase-todo', lines.map((line) => `${line}\n`).join(''));
  await writeRebase(context, 'done', '');
  await writeRebase(context, 'gaps', `${lines.filter((line) => line === '').length}\n`);
  await writeRebase(context, 'end', `${lines.length}\n`);
  await context.refs.write('ORIG_HEAD', plan.head);
  const { count: kept, last } = plan.forced
    ? { count: 0, last: undefined }
    : await keptStart(context, lines, plan.onto);
  if (kept > 0 && last !== undefined) {
    await checkOutOnto(context, last, plan.ontoName);
    await writeRebase(
      context,
      'git-rebase-todo',
      lines
        .slice(kept)
        .map((line) => `${line}\n`)
        .join(''),
    );
    await writeRebase(
      context,
      'done',
      lines
        .slice(0, kept)
        .map((line) => `${line}\n`)
        .join(''),
    );
  } else if (plan.onto !== undefined) await checkOutOnto(context, plan.onto, plan.ontoName);
  return runTodo(context, plan.forced);
}

/** The todo list has errors: saves it and stops, so that the user can fix it. */
async function stopAtStart(context: Context, plan: RebasePlan, todo: string, advice = LIST_ADVICE): Promise<number> {
  await saveStart(context, plan);
  await writeRebase(context, 'git-rebase-todo', todo);
  await writeRebase(context, 'done', '');
  await context.refs.write('ORIG_HEAD', plan.head);
  if (plan.onto !== undefined) await checkOutOnto(context, plan.onto, plan.ontoName);
  context.io.err(advice);
  return 1;
}

async function giveUp(context: Context): Promise<void> {
  // The autostash is in the folder that is removed.
  await applyAutostash(context);
  await clearState(context, DIR);
}

/** How many lines at the start are picks that are already where they would be put. */
async function keptStart(
  context: Context,
  lines: readonly string[],
  onto: string | undefined,
): Promise<{ count: number; last: string | undefined }> {
  let at = onto;
  let count = 0;
  for (const [place, line] of lines.entries()) {
    const [item] = parseTodo(line, place);
    if (!item) continue;
    if (item.verb !== 'pick' && item.verb !== 'drop') break;
    if (item.verb === 'pick') {
      const commit = await readCommit(context.objects, await resolveCommit(context, item.what));
      if (commit.parents.length > 1 || commit.parents[0] !== at) break;
      at = commit.oid;
    }
    count = place + 1;
  }
  return { count, last: at };
}

async function saveStart(context: Context, plan: RebasePlan): Promise<void> {
  await writeRebase(context, 'head-name', `${plan.headName}\n`);
  await writeRebase(context, 'orig-head', `${plan.head}\n`);
  await writeRebase(context, 'onto', `${plan.onto ?? '0'.repeat(40)}\n`);
  await writeRebase(context, 'interactive', '');
  if (plan.quiet) await writeRebase(context, 'quiet', '');
  if (plan.empties !== 'stop') await writeRebase(context, `${plan.empties}_redundant_commits`, '');
  for (const [file, text] of plan.files) await writeRebase(context, file, text);
  for (const file of plan.dates) await writeRebase(context, file, '');
  if (plan.signoff) await writeRebase(context, 'signoff', '--signoff');
  if (plan.strategyOptions.length > 0)
    await writeRebase(context, 'strategy_opts', plan.strategyOptions.map((value) => ` --${value}`).join(''));
}

export async function checkOutOnto(context: Context, onto: string, name: string): Promise<void> {
  const inTheWay = await switchTree(
    context,
    await filesOfCommit(context, await headCommit(context)),
    await filesOfCommit(context, onto),
  );
  if (inTheWay) {
    await giveUp(context);
    throw wayFailure(inTheWay, 'checkout');
  }
  const before = await headCommit(context);
  await switchHead(context, { commit: onto }, `${actionOf(context)} (start): checkout ${name}`);
  await runHook(context, 'post-checkout', [before ?? onto, onto, '1']);
}

/** Runs the remaining todo lines in order; `forced` rewrites commits that could stay. */
export async function runTodo(context: Context, forced = false): Promise<number> {
  for (;;) {
    const todo = ((await readRebase(context, 'git-rebase-todo')) ?? '')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    const [line] = todo;
    if (line === undefined) return finishRebase(context);
    const [item] = parseTodo(line);
    await writeRebase(
      context,
      'git-rebase-todo',
      todo
        .slice(1)
        .map((one) => `${one}\n`)
        .join(''),
    );
    const done = (await readRebase(context, 'done')) ?? '';
    await writeRebase(context, 'done', `${done}${done === '' ? '' : '\n'}${line}\n`);
    if (!item) continue;
    await sayProgress(context, todo.length - 1);
    const next = parseTodo(todo[1] ?? '')[0];
    const code = await runItem(context, item, next, forced);
    if (code !== undefined) return code;
    if (!['drop', 'break', 'exec', 'update-ref', 'label', 'reset'].includes(item.verb))
      await noteRewritten(context, await resolveCommit(context, item.what), next);
  }
}

async function headName(context: Context): Promise<string> {
  const [, oid, subject] = /^(\S+) (.*)$/s.exec(await headText(context, (await headCommit(context)) ?? '')) ?? [];
  return `${oid} (${subject})`;
}

/** Prints which commit comes next, on a line that the next one overwrites. */
async function sayProgress(context: Context, left: number): Promise<void> {
  if ((await readRebase(context, 'quiet')) !== undefined) return;
  const done = ((await readRebase(context, 'done')) ?? '').split('\n').filter((line) => line !== '').length;
  const gaps = Number((await readRebase(context, 'gaps')) ?? 0);
  context.io.err(`Rebasing (${done}/${done + left + gaps})\r`);
}

/** Returns an exit code if the rebase has to stop. */
async function runItem(
  context: Context,
  item: TodoItem,
  next: TodoItem | undefined,
  forced: boolean,
): Promise<number | undefined> {
  const { io } = context;
  if (item.verb === 'drop') return undefined;
  if (item.verb === 'update-ref') {
    const known = (await readRebase(context, 'update-refs')) ?? '';
    await writeRebase(context, 'update-refs', `${known}${known && '\n'}${item.what} ${await headCommit(context)}\n`);
    return undefined;
  }
  if (item.verb === 'break') {
    io.err(`${clearLine(context)}Stopped at ${await headName(context)}\n`);
    return 0;
  }
  if (item.verb === 'exec') {
    io.err(`${clearLine(context)}Executing: ${item.what}\n`);
    const { code } = await io.run(['sh', '-c', item.what], { cwd: context.root, env: io.env });
    const { staged, changed } = await standingOf(context, { renames: false, submodules: 'none' });
    const isDirty = staged.length + changed.length > 0;
    if (code === 0 && !isDirty) return undefined;
    const again = (await readRebase(context, 'reschedule-failed-exec')) !== undefined;
    const left = 'changes to the index and/or the working tree';
    if (changed.length > 0 && code === 0) io.err('error: cannot rebase: You have unstaged changes.\n');
    if (staged.length > 0 && code === 0) io.err('error: cannot rebase: Your index contains uncommitted changes.\n');
    io.err(
      code === 0
        ? `warning: execution succeeded: ${item.what}\nbut left ${left}\nCommit or stash your changes, and then run\n\n  git rebase --continue\n\n\n`
        : `warning: execution failed: ${item.what}\n${isDirty ? `and made ${left}.\n` : ''}You can fix the problem, and then run\n\n  git rebase --continue\n\n\n`,
    );
    if (again) await putBack(context, item);
    return 1;
  }
  if (item.verb === 'label') {
    await setLabel(context, item.what);
    return undefined;
  }
  if (item.verb === 'reset') {
    const inTheWay = await resetToLabel(context, item.what);
    return inTheWay ? refuse(context, item, inTheWay) : undefined;
  }
  const commit = await readCommit(context.objects, await resolveCommit(context, item.what));
  if (item.verb === 'merge') {
    const { conflicts, messages, inTheWay } = await mergeAgain(context, item, commit, forced);
    if (inTheWay) return refuse(context, item, inTheWay);
    io.out(conflicts.length > 0 ? messages.map((line) => `${line}\n`).join('') : '');
    return conflicts.length > 0 ? stopAt(context, item, commit, conflicts) : undefined;
  }
  const head = await headCommit(context);
  const isMeld = item.verb === 'squash' || item.verb === 'fixup';
  const root = await isAtRoot(context, head);
  if (
    !isMeld &&
    !forced &&
    (root ? commit.parents.length === 0 : commit.parents.length === 1 && commit.parents[0] === head) &&
    item.verb !== 'reword' &&
    (await readRebase(context, 'signoff')) === undefined
  ) {
    const inTheWay = await switchTree(
      context,
      await filesOfCommit(context, head),
      await filesOfCommit(context, commit.oid),
    );
    if (inTheWay) return refuse(context, item, inTheWay);
    await moveHead(context, commit.oid, FORWARDED);
  } else {
    const opts = ((await readRebase(context, 'strategy_opts')) ?? '').split(' --').slice(1);
    const applied = await applyCommit(context, commit, { action: 'pick', strategy: strategyRules(opts) });
    if (applied.inTheWay) return refuse(context, item, applied.inTheWay);
    if (!applied.clean) io.out(applied.messages.map((line) => `${line}\n`).join(''));
    if (!applied.clean) return stopAt(context, item, commit, applied.conflicts);
    if ((await commitItem(context, item, commit, next)) === 'empty') return stopAtEmpty(context, item, commit);
  }
  if (item.verb !== 'edit') return undefined;
  await writeRebase(context, 'amend', `${await headCommit(context)}\n`);
  await writeRebase(context, 'stopped-sha', `${commit.oid}\n`);
  await context.refs.write('REBASE_HEAD', commit.oid);
  io.err(
    `${clearLine(context)}Stopped at ${commit.oid.slice(0, 7)}...  ${subjectLine(commit.message)}\nYou can amend the commit now, with\n\n  git commit --amend \n\nOnce you are satisfied with your changes, run\n\n  git rebase --continue\n`,
  );
  return 0;
}

async function refuse(context: Context, item: TodoItem, inTheWay: Parameters<typeof wayFailure>[0]): Promise<number> {
  context.io.err(`error: ${wayFailure(inTheWay, 'merge').message}\n`);
  await putBack(context, item);
  return 1;
}

/** Makes a todo line the next one again, and says so. */
async function putBack(context: Context, { line }: TodoItem): Promise<void> {
  context.io.err(RESCHEDULED.replace('%s', () => line));
  const left = (await readRebase(context, 'git-rebase-todo')) ?? '';
  await writeRebase(context, 'git-rebase-todo', `${line}\n${left === '' ? '' : `${left}\n`}`);
}

const RESCHEDULED = `hint: Could not execute the todo command
hint: 
hint:     %s
hint: 
hint: It has been rescheduled; To edit the command before continuing, please
hint: edit the todo list first:
hint: 
hint:     git rebase --edit-todo
hint:     git rebase --continue
`;

/** A commit became empty: the user says what happens to it. */
async function stopAtEmpty(context: Context, item: TodoItem, commit: Commit): Promise<number> {
  await saveStopped(context, item, commit);
  await writeState(context, 'CHERRY_PICK_HEAD', `${commit.oid}\n`);
  await writeState(context, 'MERGE_MSG', commit.message);
  context.io.err(
    `The previous cherry-pick is now empty, possibly due to conflict resolution.\nIf you wish to commit it anyway, use:\n\n    git commit --allow-empty\n\nOtherwise, please use 'git rebase --skip'\n${await statusAfterEmpty(context)}Could not apply ${commit.oid.slice(0, 7)}... ${subjectLine(commit.message)}\n`,
  );
  return 1;
}

/** Keeps what a rebase needs to go on from a commit. */
async function saveStopped(context: Context, item: TodoItem, commit: Commit): Promise<void> {
  const style = plainStyle(context);
  const changes = await prepareChanges(await changesOf(context, commit), style);
  await writeRebase(context, 'patch', await changesText(changes, style, ['patch']));
  await context.refs.write('REBASE_HEAD', commit.oid);
  await writeRebase(context, 'stopped-sha', `${commit.oid}\n`);
  await writeRebase(context, 'verb', `${item.verb}\n`);
  const message =
    item.verb === 'squash' || item.verb === 'fixup' ? await meldedMessage(context, item, commit) : commit.message;
  await writeRebase(context, 'message', message);
  const { name, email, time, zone } = commit.author;
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\\\''")}'`;
  await writeRebase(
    context,
    'author-script',
    `GIT_AUTHOR_NAME=${quoted(name)}\nGIT_AUTHOR_EMAIL=${quoted(email)}\nGIT_AUTHOR_DATE='@${time} ${zone}'\n`,
  );
}

async function stopAt(context: Context, item: TodoItem, commit: Commit, conflicts: readonly string[]): Promise<number> {
  await saveStopped(context, item, commit);
  const subject = subjectLine(commit.message);
  const message = (await readRebase(context, 'message')) ?? commit.message;
  await writeState(
    context,
    'MERGE_MSG',
    `${message.trimEnd()}\n\n# Conflicts:\n${conflicts.map((path) => `#\t${path}\n`).join('')}`,
  );
  context.io.err(
    `error: could not apply ${commit.oid.slice(0, 7)}... ${firstLine(commit.message)}\nhint: Resolve all conflicts manually, mark them as resolved with\nhint: "git add/rm <conflicted_files>", then run "git rebase --continue".\nhint: You can instead skip this commit: run "git rebase --skip".\nhint: To abort and get back to the state before "git rebase", run "git rebase --abort".\n`,
  );
  const stages = await readRebase(context, 'allow_rerere_autoupdate');
  await rerere(context, stages === undefined ? undefined : !stages.startsWith('--no'));
  context.io.err(`Could not apply ${commit.oid.slice(0, 7)}... ${subject}\n`);
  return 1;
}
