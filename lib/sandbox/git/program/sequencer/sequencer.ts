import { GitFailure } from '../../git-failure';
import { makeFolder, removeAll } from '../../git-fs';
import { headCommit } from '../../repository';
import { readCommit, subjectLine, type Commit } from '../../store/commit';
import { applyCommit } from './apply-commit';
import { formatDate } from '../people/dates';
import { cleanupOf } from '../commit/commit-message';
import { cleanMessage, addTrailer, type CleanupMode } from '../message/message';
import { editedMessage, preparedMessage } from '../commit/edited-message';
import { runHook } from '../setup/hooks';
import { loadIndex, type Context } from '../setup/context';
import { commitSummary, firstLine, makeCommit } from '../commit/make-commit';
import { filesOfCommit, indexTree, mustBeTree, treeOfCommit } from '../worktree/merge-into-work';
import { committerOf, personOf } from '../people/people';
import { rerere } from '../worktree/rerere';
import { resetMerge } from '../worktree/reset-merge';
import { findObject } from '../refs/revision';
import { statusAfterEmpty } from '../commit/status-after';
import { clearState, forgetStopped, hasState, readState, writeState } from '../setup/state';
import { strategyRules } from './strategy-option';
import { switchTree, wayFailure, type InTheWay } from '../worktree/switch-tree';
import { moveHead } from '../refs/update-refs';

/** `cherry-pick` and `revert`: one applies the changes of commits, the other reverts them. */
export interface Sequence {
  readonly action: 'pick' | 'revert';
  readonly mainline?: number;
  /** The values of `-X`. */
  readonly strategyOptions: readonly string[];
  readonly noCommit: boolean;
  readonly edits: boolean;
  readonly signOff: boolean;
  /** Whether the message names the picked commit. */
  readonly naming: boolean;
  readonly allowEmpty: boolean;
  readonly keepEmpty: boolean;
  readonly fastForward: boolean;
  /** How a message that is not edited is cleaned up; undefined: not at all. */
  readonly cleanup?: CleanupMode | undefined;
}

const VERBS = { pick: 'cherry-pick', revert: 'revert' } as const;
const HEADS = { pick: 'CHERRY_PICK_HEAD', revert: 'REVERT_HEAD' } as const;

/** Applies commits one after the other. Returns 0, or 1 if one conflicts; its conflicts are then in the files. */
export async function runSequence(
  context: Context,
  oids: readonly string[],
  how: Sequence,
  several = oids.length > 1,
): Promise<number> {
  const start = await headCommit(context);
  if (several) await mustBeAlone(context);
  if (several) await saveSequence(context, oids, how, start);
  for (const [at, oid] of oids.entries()) {
    if (several) await saveTodo(context, oids.slice(at), how);
    const code = await runOne(context, await readCommit(context.objects, oid), how);
    if (code !== 0) return code;
  }
  if (several) await clearState(context, 'sequencer');
  return 0;
}

const refused = (inTheWay: InTheWay, verb: string, exitCode = 128): GitFailure =>
  new GitFailure(`${wayFailure(inTheWay, 'merge').message}\nfatal: ${verb} failed`, exitCode, 'error: ');

async function runOne(context: Context, commit: Commit, how: Sequence): Promise<number> {
  const { io } = context;
  const verb = VERBS[how.action];
  const head = await headCommit(context);
  if (how.fastForward && commit.parents[0] === head && commit.parents.length === 1) {
    const inTheWay = await switchTree(
      context,
      await filesOfCommit(context, head),
      await filesOfCommit(context, commit.oid),
    );
    if (inTheWay) throw refused(inTheWay, verb);
    await moveHead(context, commit.oid, `${verb}: fast-forward`);
    return 0;
  }
  // `--no-commit` goes on from what is staged.
  if (how.noCommit)
    await mustBeTree(context, new GitFailure(`your index file is unmerged.\nfatal: ${verb} failed`, 128, 'error: '));
  else await mustBeClean(context, verb);
  const applied = await applyCommit(context, commit, {
    ...how,
    strategy: strategyRules(how.strategyOptions),
  });
  if (applied.inTheWay) throw refused(applied.inTheWay, verb, how.noCommit ? 1 : 128);
  const message = messageFor(context, commit, how);
  // git prints merge messages only if it has to stop, or when it prints each step.
  io.out(applied.messages.map((line) => `${line}\n`).join(''));
  if (!applied.clean) {
    await writeState(
      context,
      'MERGE_MSG',
      `${message}\n# Conflicts:\n${applied.conflicts.map((path) => `#\t${path}\n`).join('')}`,
    );
    if (!how.noCommit || how.action === 'revert') await writeState(context, HEADS[how.action], `${commit.oid}\n`);
    io.err(
      `error: could not ${how.action === 'pick' ? 'apply' : 'revert'} ${commit.oid.slice(0, 7)}... ${firstLine(commit.message)}\n${how.noCommit ? MARK_HINT : conflictHint(verb)}`,
    );
    await rerere(context);
    return 1;
  }
  if (how.noCommit) {
    if (how.action === 'revert') await writeState(context, HEADS.revert, `${commit.oid}\n`);
    await writeState(context, 'MERGE_MSG', message);
    return 0;
  }
  return conclude(context, commit, how, message);
}

const conflictHint = (verb: string): string =>
  `hint: After resolving the conflicts, mark them with\nhint: "git add/rm <pathspec>", then run\nhint: "git ${verb} --continue".\nhint: You can instead skip this commit with "git ${verb} --skip".\nhint: To abort and get back to the state before "git ${verb}",\nhint: run "git ${verb} --abort".\n`;

const MARK_HINT =
  "hint: after resolving the conflicts, mark the corrected paths\nhint: with 'git add <paths>' or 'git rm <paths>'\n";

/** Fails if a sequence of several commits is in progress: there can be only one. */
async function mustBeAlone(context: Context): Promise<void> {
  const todo = await readState(context, 'sequencer/todo');
  if (todo === undefined) return;
  const verb = todo.startsWith('revert') ? VERBS.revert : VERBS.pick;
  const stopped = (await hasState(context, HEADS.pick)) || (await hasState(context, HEADS.revert));
  throw new GitFailure(
    `${verb} is already in progress\nhint: try "git ${verb} (--continue | ${stopped ? '--skip | ' : ''}--abort | --quit)"\nfatal: ${verb} failed`,
    128,
    'error: ',
  );
}

async function mustBeClean(context: Context, verb: string): Promise<void> {
  const index = await loadIndex(context);
  const head = await treeOfCommit(context, await headCommit(context));
  if (index.conflicts().length > 0) {
    throw new GitFailure(
      `${verb === 'revert' ? 'Reverting' : 'Cherry-picking'} is not possible because you have unmerged files.\nhint: Fix them up in the work tree, and then use 'git add/rm <file>'\nhint: as appropriate to mark resolution and make a commit.\nfatal: ${verb} failed`,
      128,
      'error: ',
    );
  }
  if ((await indexTree(context)) !== head) {
    throw new GitFailure(
      `your local changes would be overwritten by ${verb}.\nhint: commit your changes or stash them to proceed.\nfatal: ${verb} failed`,
      128,
      'error: ',
    );
  }
}

function messageFor(context: Context, commit: Commit, { action, naming, signOff, mainline }: Sequence): string {
  let message = commit.message;
  if (action === 'revert' && naming) {
    const title = `${commit.oid.slice(0, 7)} (${subjectLine(commit.message)}, ${formatDate(commit.author, 'short')})`;
    message = `# *** SAY WHY WE ARE REVERTING ON THE TITLE LINE ***\n\nThis reverts commit ${title}.\n`;
  } else if (action === 'revert') {
    const from =
      mainline === undefined || commit.parents.length < 2
        ? ''
        : `, reversing\nchanges made to ${commit.parents[mainline - 1]}`;
    message = `Revert "${firstLine(commit.message)}"\n\nThis reverts commit ${commit.oid}${from}.\n`;
  }
  if (naming && action === 'pick') message = addTrailer(message, `(cherry picked from commit ${commit.oid})`);
  const { name, email } = committerOf(context);
  return signOff ? addTrailer(message, `Signed-off-by: ${name} <${email}>`) : message;
}

async function conclude(
  context: Context,
  commit: Commit,
  how: Sequence,
  message: string,
  reason: string = VERBS[how.action],
): Promise<number> {
  const { io } = context;
  const head = await headCommit(context);
  const tree = await indexTree(context);
  const empty = tree === (await treeOfCommit(context, head));
  const wasEmpty = commit.tree === (await treeOfCommit(context, commit.parents[0]));
  if (empty && !(wasEmpty && how.allowEmpty) && !how.keepEmpty) {
    await writeState(context, 'MERGE_MSG', message);
    if (how.action === 'pick') {
      await writeState(context, HEADS.pick, `${commit.oid}\n`);
      io.err(
        "The previous cherry-pick is now empty, possibly due to conflict resolution.\nIf you wish to commit it anyway, use:\n\n    git commit --allow-empty\n\nOtherwise, please use 'git cherry-pick --skip'\n",
      );
    }
    io.out(await statusAfterEmpty(context));
    return 1;
  }
  const author = how.action === 'pick' ? commit.author : personOf(context, 'AUTHOR');
  const picking = how.action === 'pick' && reason !== 'commit';
  if (how.edits && picking) await writeState(context, HEADS.pick, `${commit.oid}\n`);
  const text = how.edits
    ? await editedMessage(context, message, { author, picking })
    : tidied(await preparedMessage(context, message, ['message']), how);
  if (how.edits && text === '') throw new GitFailure('Aborting commit due to empty commit message.', 1);
  const oid = await makeCommit(context, {
    tree,
    parents: head === undefined ? [] : [head],
    author,
    message: text,
    reason,
  });
  await rerere(context);
  await forgetStopped(context);
  await runHook(context, 'post-commit');
  // A stopped revert is finished by `commit`, which prints no date.
  io.out(await commitSummary(context, oid, { dated: how.action === 'pick' || (reason !== 'commit' && !how.edits) }));
  return 0;
}

const tidied = (message: string, { cleanup }: Sequence): string =>
  cleanup === undefined ? message : cleanMessage(message, cleanup);

async function saveSequence(
  context: Context,
  oids: readonly string[],
  how: Sequence,
  head: string | undefined,
): Promise<void> {
  await makeFolder(context.fs, `${context.gitdir}/sequencer`);
  await writeState(context, 'sequencer/head', `${head ?? ''}\n`);
  const lines = [
    ...(how.noCommit ? ['no-commit = true'] : []),
    ...(how.edits ? ['edit = true'] : []),
    ...(how.allowEmpty ? ['allow-empty = true'] : []),
    ...(how.keepEmpty ? ['keep-redundant-commits = true'] : []),
    ...(how.signOff ? ['signoff = true'] : []),
    ...(how.naming ? ['record-origin = true'] : []),
    ...(how.mainline === undefined ? [] : [`mainline = ${how.mainline}`]),
    ...how.strategyOptions.map((value) => `strategy-option = ${value}`),
    ...(how.cleanup === undefined ? [] : [`default-msg-cleanup = ${how.cleanup}`]),
  ];
  if (lines.length > 0)
    await writeState(context, 'sequencer/opts', `[options]\n${lines.map((line) => `\t${line}\n`).join('')}`);
  await saveTodo(context, oids, how);
}

async function saveTodo(context: Context, oids: readonly string[], { action }: Sequence): Promise<void> {
  const lines = await Promise.all(
    oids.map(
      async (oid) => `${action} ${oid.slice(0, 7)} ${subjectLine((await readCommit(context.objects, oid)).message)}\n`,
    ),
  );
  await writeState(context, 'sequencer/todo', lines.join(''));
  await writeState(context, 'sequencer/abort-safety', `${(await headCommit(context)) ?? ''}\n`);
}

/** `--continue`, `--skip`, `--abort` and `--quit`. */
export async function resumeSequence(
  context: Context,
  verb: 'continue' | 'skip' | 'abort' | 'quit',
  how: Sequence,
): Promise<number> {
  const name = VERBS[how.action];
  const stopped = await readState(context, HEADS[how.action]);
  const todo = await readState(context, 'sequencer/todo');
  if (stopped === undefined && todo === undefined) {
    if (verb === 'quit') return 0;
    const what = verb === 'skip' ? name : 'cherry-pick or revert';
    throw new GitFailure(`no ${what} in progress\nfatal: ${name} failed`, 128, 'error: ');
  }
  const opts = (await readState(context, 'sequencer/opts')) ?? '';
  const mainline = /mainline = (\d+)/.exec(opts)?.[1];
  const cleanup = /default-msg-cleanup = (\w+)/.exec(opts)?.[1];
  const full: Sequence = {
    ...how,
    ...(mainline !== undefined && { mainline: Number(mainline) }),
    noCommit: opts.includes('no-commit'),
    edits: how.edits || opts.includes('edit = true'),
    allowEmpty: how.allowEmpty || opts.includes('allow-empty = true'),
    keepEmpty: how.keepEmpty || opts.includes('keep-redundant-commits = true'),
    naming: opts.includes('record-origin'),
    signOff: opts.includes('signoff'),
    ...(cleanup !== undefined && { cleanup: cleanupOf(cleanup, true) }),
    strategyOptions: [...opts.matchAll(/strategy-option = (.*)/g)].map(([, value = '']) => value),
  };
  const left = (todo ?? '').split('\n').flatMap((line) => /^(?:pick|revert) ([0-9a-f]+)/.exec(line)?.[1] ?? []);
  if (verb === 'quit') {
    await clearState(context, 'sequencer', HEADS[how.action]);
    return 0;
  }
  const head = await headCommit(context);
  const moved = todo !== undefined && head !== (await readState(context, 'sequencer/abort-safety'));
  if (verb === 'abort') {
    if (head === undefined)
      throw new GitFailure(`cannot abort from a branch yet to be born\nfatal: ${name} failed`, 128, 'error: ');
    if (moved) context.io.err('warning: You seem to have moved HEAD. Not rewinding, check your HEAD!\n');
    else await backTo(context, (await readState(context, 'sequencer/head')) ?? head);
    await clearState(context, 'sequencer');
    return 0;
  }
  if (verb === 'skip' && stopped === undefined && moved)
    throw new GitFailure(
      `there is nothing to skip\nhint: have you committed already?\nhint: try "git ${name} --continue"\nfatal: ${name} failed`,
      128,
      'error: ',
    );
  if (verb === 'skip') await backTo(context, head);
  else if (stopped !== undefined) {
    const code = await concludeStopped(context, await readCommit(context.objects, stopped), full);
    if (code !== 0) return code;
  }
  const rest: string[] = [];
  for (const short of left.slice(1)) {
    const oid = await findObject(context, short, 'commit');
    if (oid !== undefined) rest.push(oid);
  }
  return rest.length > 0 ? runAgain(context, rest, full) : (await clearState(context, 'sequencer'), 0);
}

async function runAgain(context: Context, oids: readonly string[], how: Sequence): Promise<number> {
  for (const [at, oid] of oids.entries()) {
    await saveTodo(context, oids.slice(at), how);
    const code = await runOne(context, await readCommit(context.objects, oid), how);
    if (code !== 0) return code;
  }
  await clearState(context, 'sequencer');
  return 0;
}

async function concludeStopped(context: Context, commit: Commit, how: Sequence): Promise<number> {
  const conflicts = (await loadIndex(context)).conflicts();
  if (conflicts.length > 0) {
    context.io.err(
      "error: Committing is not possible because you have unmerged files.\nhint: Fix them up in the work tree, and then use 'git add/rm <file>'\nhint: as appropriate to mark resolution and make a commit.\nfatal: Exiting because of an unresolved conflict.\n",
    );
    context.io.out(conflicts.map((path) => `U\t${path}\n`).join(''));
    return 128;
  }
  const message = cleanMessage((await readState(context, 'MERGE_MSG')) ?? messageFor(context, commit, how));
  return conclude(context, commit, how, message, how.action === 'pick' ? 'commit (cherry-pick)' : 'commit');
}

/** Goes back to a commit and discards what the unfinished operation left in the index and the files. */
export async function backTo(context: Context, commit: string | undefined, named?: string): Promise<void> {
  const head = await headCommit(context);
  await resetMerge(context, commit);
  if (head !== undefined) await context.refs.write('ORIG_HEAD', head);
  if (commit !== undefined) await moveHead(context, commit, `reset: moving to ${named ?? commit}`);
  await forgetStopped(context);
}

/** Removes the sequencer's state if the last commit of several was finished. */
export async function afterConcluding(context: Context): Promise<void> {
  const todo = (await readState(context, 'sequencer/todo'))?.split('\n').filter((line) => line !== '') ?? [];
  if (todo.length === 1) await removeAll(context.fs, `${context.gitdir}/sequencer`);
}
