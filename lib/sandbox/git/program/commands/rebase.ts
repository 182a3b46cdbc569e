import { GitFailure } from '../../git-failure';
import { currentBranch, headCommit } from '../../repository';
import { openWorkTree, type Context } from '../setup/context';
import type { GitCommand } from '../setup/git-io';
import { runHook } from '../setup/hooks';
import { forkPoint } from '../refs/fork-point';
import { commitHistory, isAncestor, mergeBases } from '../refs/history';
import { filesOfCommit } from '../worktree/merge-into-work';
import { applyingCommit, isApplying, resumeApplying, startApplying } from '../sequencer/rebase-apply';
import { abortRebase, continueRebase, editTodo } from '../sequencer/rebase-resume';
import { startRebase, type RebasePlan } from '../sequencer/rebase-run';
import { autosquash } from '../sequencer/rebase-todo';
import { noteMove } from '../refs/reflog';
import { findCommit, resolveCommit } from '../refs/revision';
import { standingOf } from '../commit/status-text';
import { mustBeUsual, strategyRules } from '../sequencer/strategy-option';
import { clearState, hasState } from '../setup/state';
import { switchTree, wayFailure } from '../worktree/switch-tree';
import { upstreamOf } from '../refs/upstream';
import { switchHead } from '../refs/update-refs';
import { applyAutostash, APPLY_AUTOSTASH, makeAutostash, moveAutostash } from '../stash/autostash';
import { todoFor, withBranches } from '../sequencer/commits-to-rebase';
import { statBetween } from './conclude-merge';
import {
  appliesPatches,
  emptyRule,
  readRebaseOptions,
  reschedules,
  saysStat,
  type RebaseOptions,
} from './rebase-options';
import { gitShow } from './show';

export const rebase: GitCommand = async (args, io) => {
  const options = readRebaseOptions(args);
  const { is } = options;
  const context = await openWorkTree(io);
  const standing = await hasState(context, 'rebase-merge');
  const resuming = (['abort', 'continue', 'skip', 'quit', 'editTodo', 'showPatch'] as const).find((verb) => is(verb));
  const applying = await isApplying(context);
  if (resuming !== undefined && args.length > 1) throw usage();
  if (resuming !== undefined && applying) {
    if (resuming === 'editTodo')
      throw new GitFailure('The --edit-todo action can only be used during interactive rebase.');
    if (resuming !== 'showPatch') return resumeApplying(context, resuming);
    return gitShow([(await applyingCommit(context)) ?? 'HEAD', '--'], io);
  }
  if (await hasState(context, 'rebase-apply/applying'))
    throw new GitFailure("It looks like 'git am' is in progress. Cannot rebase.");
  if (resuming !== undefined) {
    if (!standing) throw new GitFailure('No rebase in progress?');
    if (resuming === 'abort') return abortRebase(context);
    if (resuming === 'quit') {
      await applyAutostash(context, true);
      return clearState(context, 'rebase-merge', 'REBASE_HEAD');
    }
    if (resuming === 'showPatch') {
      if (await context.refs.resolve('REBASE_HEAD')) return gitShow(['REBASE_HEAD', '--'], io);
      throw new GitFailure("bad revision 'REBASE_HEAD'", 1, 'fatal: ');
    }
    if (resuming === 'editTodo') return editTodo(context);
    return continueRebase(context, resuming === 'skip');
  }
  if (standing || applying) {
    const folder = applying ? 'rebase-apply' : 'rebase-merge';
    throw new GitFailure(
      `It seems that there is already a ${folder} directory, and\nI wonder if you are in the middle of another rebase.  If that is the\ncase, please try\n\tgit rebase (--continue | --abort | --skip)\nIf that is not the case, please\n\trm -fr ".git/${folder}"\nand run me again.  I am stopping in case you still have something\nvaluable there.\n`,
    );
  }
  return begin(context, options).catch(async (error: unknown) => {
    // What was stashed for a rebase that did not start comes back.
    if (!(await hasState(context, 'rebase-merge/orig-head')) && !(await isApplying(context))) {
      await applyAutostash(context);
      await applyAutostash(context, false, APPLY_AUTOSTASH);
      await clearState(context, 'rebase-merge', 'rebase-apply');
    }
    throw error;
  });
};

async function begin(context: Context, options: RebaseOptions): Promise<number> {
  const mode = options.value('merges') ?? '';
  if (!['', 'rebase-cousins', 'no-rebase-cousins'].includes(mode)) throw new GitFailure(`Unknown mode: ${mode}`);
  mustBeUsual(options.value('strategy'));
  const { is } = options;
  const { io } = context;
  if (is('keepBase') && (is('root') || options.value('onto') !== undefined))
    throw new GitFailure(`options '--keep-base' and '${is('root') ? '--root' : '--onto'}' cannot be used together`);
  if (options.rest.length > (is('root') ? 1 : 2)) throw usage();
  const [upstreamName, branchName] = is('root') ? [undefined, options.rest[0]] : options.rest;
  const own = await currentBranch(context);
  const followed = own === undefined ? undefined : upstreamOf(context, own);
  if (upstreamName === undefined && !is('root') && !followed) {
    io.out(
      "There is no tracking information for the current branch.\nPlease specify which branch you want to rebase against.\nSee git-rebase(1) for details.\n\n    git rebase '<branch>'\n\n",
    );
    if (own !== undefined)
      io.out(
        `If you wish to set tracking information for this branch you can do so with:\n\n    git branch --set-upstream-to=<remote>/<branch> ${own}\n\n`,
      );
    return 1;
  }
  const name = upstreamName === '-' ? '@{-1}' : (upstreamName ?? followed?.short ?? '');
  const upstream = is('root') ? undefined : await findCommit(context, name);
  if (!is('root') && upstream === undefined) throw new GitFailure(`invalid upstream '${name}'`);
  const branch = branchName ?? own;
  const isBranch = branch !== undefined && (await context.refs.resolve(`refs/heads/${branch}`)) !== undefined;
  const head = branchName === undefined ? await headCommit(context) : await findCommit(context, branchName);
  if (head === undefined && branchName !== undefined) throw new GitFailure(`no such branch/commit '${branchName}'`);
  if (head === undefined) throw new GitFailure('no commits to rebase');
  const written = options.value('onto');
  const onto =
    written === undefined
      ? is('keepBase')
        ? (await mergeBases(context, [upstream ?? head, head]))[0]
        : upstream
      : await ontoCommit(context, written);
  const upstreamRef = upstreamName === undefined ? (followed?.ref ?? name) : name;
  const ontoName = written ?? (is('keepBase') ? `${upstreamRef}...${isBranch ? branch : 'HEAD'}` : upstreamRef);
  const byPatches = appliesPatches(context, options);
  const strategyOptions = [
    ...(is('blind') && !byPatches ? ['ignore-space-change'] : []),
    ...options.values('strategyOptions'),
  ];
  strategyRules(strategyOptions);
  const empties = emptyRule(options);
  const autostash = await prepareFolder(
    context,
    is('autostash') || (!is('noAutostash') && context.config.boolean('rebase.autoStash') === true),
  );
  if (autostash === undefined) return 1;
  const base = onto === undefined ? undefined : (await mergeBases(context, [upstream ?? head, head]))[0];
  const execs = options.values('exec');
  for (const exec of execs) {
    if (exec.trim() === '') throw new GitFailure('empty exec command', 1);
    if (exec.includes('\n')) throw new GitFailure('exec commands cannot contain newlines', 1);
  }
  const isForced = is('force') || is('asWritten') || is('now') || is('signoff');
  const fixesSpace = ['fix', 'strip'].includes(options.value('whitespace') ?? '');
  const squashes =
    !is('noAutosquash') &&
    (is('autosquash') || (is('interactive') && context.config.boolean('rebase.autoSquash') === true));
  const isPlain = !is('interactive') && execs.length === 0 && !is('root') && !isForced && !squashes && !fixesSpace;
  const headName = isBranch ? `refs/heads/${branch}` : 'detached HEAD';
  const isThere =
    onto !== undefined && base === onto && upstream !== undefined && (await isLinear(context, head, onto));
  if (isPlain && isThere) {
    // git moves the branch, which is logged for HEAD too if it is there, and then HEAD.
    if (branchName !== undefined && branchName === own)
      await noteMove(context, 'HEAD', { before: head, after: head, reason: `rebase: checkout ${branchName}` });
    if (branchName !== undefined) await checkOutForRebase(context, branchName, head, isBranch);
    if (!is('quiet')) io.out(isBranch ? `Current branch ${branch} is up to date.\n` : 'HEAD is up to date.\n');
    await applyAutostash(context);
    await clearState(context, 'rebase-merge');
    return 0;
  }
  if (
    isPlain &&
    !byPatches &&
    onto !== undefined &&
    (await isAncestor(context, head, onto)) &&
    (await isAncestor(context, head, upstream ?? onto))
  ) {
    // There are no commits of its own: the branch is fast-forwarded.
    await preRebase(context, options, name, branchName);
    return startRebase(context, {
      empties: 'drop',
      files: [],
      dates: [],
      headName,
      head,
      onto,
      ontoName,
      lines: [],
      interactive: false,
      quiet: is('quiet'),
      strategyOptions: [],
      forced: false,
      signoff: false,
    });
  }
  if (isForced && isThere && !is('interactive') && !is('quiet') && !fixesSpace && execs.length === 0 && !squashes)
    io.out(
      isBranch ? `Current branch ${branch} is up to date, rebase forced.\n` : 'HEAD is up to date, rebase forced.\n',
    );
  await preRebase(context, options, name, branchName);
  const seeksFork =
    !is('root') &&
    !is('noForkPoint') &&
    !is('keepBase') &&
    (is('forkPoint') || (upstreamName === undefined && context.config.boolean('rebase.forkPoint') !== false));
  if (saysStat(context, options) && onto !== undefined) {
    const [from] = await mergeBases(context, [onto, head]);
    const names = [from, onto].flatMap((oid) => oid ?? []);
    if (is('verbose')) io.out(`Changes ${names.length > 1 ? 'from' : 'to'} ${names.join(' to ')}:\n`);
    io.out(await statBetween(context, from, onto));
  }
  const picks = await todoFor(context, {
    head,
    fork: seeksFork ? await forkPoint(context, name, head) : undefined,
    upstream: upstream ?? onto,
    keep: is('reapply'),
    // An empty commit has no patch.
    dropsEmpty: is('noKeepEmpty') || byPatches,
    merges: !is('noMerges') && options.value('merges') !== undefined,
  });
  if (byPatches && onto !== undefined) {
    await moveAutostash(context);
    return startApplying(context, {
      headName,
      head,
      onto,
      ontoName,
      quiet: is('quiet'),
      signoff: is('signoff'),
      dates: [...(is('asWritten') ? ['cdate_is_adate'] : []), ...(is('now') ? ['ignore_date'] : [])],
      commits: picks.flatMap((line) => /^pick (\S+)/.exec(line)?.[1] ?? []),
      passed: [
        ...options.values('whitespace').map((value) => `--whitespace=${value}`),
        ...options.values('context').map((value) => `-C${value}`),
        ...(is('blind') ? ['--ignore-whitespace'] : []),
      ],
    });
  }
  const updates = !is('noUpdateRefs') && (is('updateRefs') || context.config.boolean('rebase.updateRefs') === true);
  const lines = updates ? await withBranches(context, picks, headName) : picks;
  const ordered = squashes ? autosquash(lines) : lines;
  const full = ordered.flatMap((line) => [
    line,
    ...(execs.length > 0 &&
    /^(?:pick|fixup|squash|merge) /.test(line) &&
    !/^(?:fixup|squash)/.test(nextOf(ordered, line) ?? '')
      ? execs.map((exec) => `exec ${exec}`)
      : []),
  ]);
  const plan: RebasePlan = {
    headName,
    head,
    onto,
    ontoName,
    lines: full,
    interactive: is('interactive'),
    quiet: is('quiet'),
    strategyOptions,
    forced: isForced,
    signoff: is('signoff'),
    empties,
    files: [
      ...(options.is('stages') || options.is('stagesNot')
        ? [['allow_rerere_autoupdate', `--${is('stages') ? '' : 'no-'}rerere-autoupdate\n`] as const]
        : []),
      ...(reschedules(context, options) ? [['reschedule-failed-exec', ''] as const] : []),
    ],
    dates: [...(is('asWritten') ? ['cdate_is_adate'] : []), ...(is('now') ? ['ignore_date'] : [])],
  };
  return startRebase(context, plan);
}

const usage = (): GitFailure => new GitFailure(USAGE, 129, '');

const USAGE = `usage: git rebase [-i] [options] [--exec <cmd>] [--onto <newbase> | --keep-base] [<upstream> [<branch>]]
   or: git rebase [-i] [options] [--exec <cmd>] [--onto <newbase>] --root [<branch>]
   or: git rebase --continue | --abort | --skip | --edit-todo`;

const nextOf = (lines: readonly string[], line: string): string | undefined => lines[lines.indexOf(line) + 1];

async function preRebase(
  context: Context,
  options: RebaseOptions,
  upstream: string,
  branch: string | undefined,
): Promise<void> {
  if (options.last('verify', 'noVerify') === 'noVerify') return;
  const code = await runHook(context, 'pre-rebase', [upstream, ...(branch === undefined ? [] : [branch])]);
  if (code === 0) return;
  await applyAutostash(context);
  throw new GitFailure('The pre-rebase hook refused to rebase.');
}

async function ontoCommit(context: Context, written: string): Promise<string> {
  const [a, b] = written.split('...');
  if (b !== undefined) {
    const [base, other] = await mergeBases(context, [
      await resolveCommit(context, a || 'HEAD'),
      await resolveCommit(context, b || 'HEAD'),
    ]);
    if (base === undefined || other !== undefined) throw new GitFailure(`'${written}': need exactly one merge base`);
    return base;
  }
  const found = await findCommit(context, written);
  if (found === undefined) throw new GitFailure(`Does not point to a valid commit '${written}'`);
  return found;
}

/** Makes sure that there are no uncommitted changes. Returns whether they were stashed, undefined if they are in the way. */
async function prepareFolder(context: Context, autostash: boolean): Promise<boolean | undefined> {
  const { staged, changed, conflicts } = await standingOf(context, { renames: false, submodules: 'none' });
  if (staged.length + changed.length + conflicts.length === 0) return false;
  if (autostash) {
    await makeAutostash(context);
    return true;
  }
  context.io.out(conflicts.map((path) => `${path}: needs merge\n`).join(''));
  if (changed.length + conflicts.length > 0) context.io.err('error: cannot rebase: You have unstaged changes.\n');
  if (staged.length + conflicts.length > 0)
    context.io.err(
      changed.length + conflicts.length > 0
        ? 'error: additionally, your index contains uncommitted changes.\n'
        : 'error: cannot rebase: Your index contains uncommitted changes.\n',
    );
  context.io.err('error: Please commit or stash them.\n');
  return undefined;
}

async function checkOutForRebase(context: Context, name: string, oid: string, isBranch: boolean): Promise<void> {
  const inTheWay = await switchTree(
    context,
    await filesOfCommit(context, await headCommit(context)),
    await filesOfCommit(context, oid),
  );
  if (inTheWay) throw wayFailure(inTheWay, 'checkout');
  await switchHead(context, isBranch ? { branch: name } : { commit: oid, named: name }, `rebase: checkout ${name}`);
}

async function isLinear(context: Context, head: string, onto: string): Promise<boolean> {
  for await (const commit of commitHistory(context, [head], { without: [onto] }))
    if (commit.parents.length > 1) return false;
  return true;
}
