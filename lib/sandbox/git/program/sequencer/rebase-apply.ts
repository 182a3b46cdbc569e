import { isAncestor } from '../refs/history';
import { headCommit } from '../../repository';
import { makeFolder } from '../../git-fs';
import { AM_DIR, amNumber, commitResolved, runMails, saveMails } from '../patch/am-run';
import { applyAutostash, APPLY_AUTOSTASH } from '../stash/autostash';
import type { Context } from '../setup/context';
import { actionOf } from './rebase-state';
import { moveToBranch, tellRewritten } from './rebase-finish';
import { checkOutOnto, type RebasePlan } from './rebase-run';
import { forgetOpenConflicts } from '../worktree/rerere';
import { discardTo } from '../worktree/reset-merge';
import { clearState, hasState, readState, writeState } from '../setup/state';
import { switchHead } from '../refs/update-refs';

/** Whether a rebase that applies patches, rather than merging, is in progress. */
export const isApplying = (context: Context): Promise<boolean> => hasState(context, `${AM_DIR}/rebasing`);

const read = (context: Context, name: string) => readState(context, `${AM_DIR}/${name}`);

interface ApplyPlan extends Pick<RebasePlan, 'headName' | 'head' | 'ontoName' | 'quiet' | 'signoff' | 'dates'> {
  readonly onto: string;
  /** The commits to apply, oldest first. */
  readonly commits: readonly string[];
  /** Options for `git apply`. */
  readonly passed: readonly string[];
}

/** Rebases by applying each commit as a patch: `--apply`, or `rebase.backend`. */
export async function startApplying(context: Context, plan: ApplyPlan): Promise<number> {
  const { onto, quiet, head, headName, ontoName, passed } = plan;
  if (!quiet) context.io.out('First, rewinding head to replay your work on top of it...\n');
  await context.refs.write('ORIG_HEAD', head);
  await checkOutOnto(context, onto, ontoName);
  if (await isAncestor(context, head, onto)) {
    context.io.out(`Fast-forwarded ${headName.replace(/^refs\/heads\/|^detached /, '')} to ${ontoName}.\n`);
    await moveToBranch(context, { headName, onto, before: head });
    await finish(context);
    return 0;
  }
  await makeFolder(context.fs, `${context.gitdir}/${AM_DIR}`);
  await saveMails(
    context,
    plan.commits.map((oid) => `From ${oid} Mon Sep 17 00:00:00 2001\n`),
    {
      rebasing: '',
      'head-name': `${headName}\n`,
      onto: `${onto}\n`,
      'orig-head': `${head}\n`,
      threeway: 't\n',
      sign: plan.signoff ? 't\n' : undefined,
      quiet: quiet ? 't\n' : undefined,
      'apply-opt': passed.length === 0 ? undefined : passed.map((option) => ` '${option}'`).join(''),
      ...Object.fromEntries(plan.dates.map((file) => [file, 't\n'])),
    },
  );
  return goOn(context);
}

async function goOn(context: Context): Promise<number> {
  if ((await runMails(context, (await read(context, 'quiet')) !== undefined)) !== 0) return 1;
  const [headName = '', onto = '', before = ''] = [
    await read(context, 'head-name'),
    await read(context, 'onto'),
    await read(context, 'orig-head'),
  ];
  await moveToBranch(context, { headName, onto, before });
  await tellRewritten(context, await read(context, 'rewritten'));
  await finish(context);
  return 0;
}

async function finish(context: Context): Promise<void> {
  await applyAutostash(context, false, APPLY_AUTOSTASH);
  await clearState(context, AM_DIR);
}

/** `--continue`, `--skip`, `--abort` and `--quit` of such a rebase. */
export async function resumeApplying(context: Context, verb: 'continue' | 'skip' | 'abort' | 'quit'): Promise<number> {
  if (verb === 'quit') {
    await applyAutostash(context, true, APPLY_AUTOSTASH);
    await clearState(context, AM_DIR);
    return 0;
  }
  if (verb === 'continue') {
    const quiet = (await read(context, 'quiet')) !== undefined;
    return (await commitResolved(context, quiet)) === 0 ? goOn(context) : 1;
  }
  await forgetOpenConflicts(context);
  const [headName = '', before = ''] = [await read(context, 'head-name'), await read(context, 'orig-head')];
  if (verb === 'skip') {
    await discardTo(context, await headCommit(context), 'could not discard worktree changes');
    await writeState(context, `${AM_DIR}/next`, `${(await amNumber(context, 'next')) + 1}\n`);
    return goOn(context);
  }
  await discardTo(context, before, `could not move back to ${before}`);
  const isBranch = headName.startsWith('refs/heads/');
  const reason = `${actionOf(context)} (abort): returning to ${isBranch ? headName : before}`;
  await switchHead(context, isBranch ? { branch: headName.slice('refs/heads/'.length) } : { commit: before }, reason);
  await finish(context);
  return 0;
}

/** The commit whose patch did not apply. */
export async function applyingCommit(context: Context): Promise<string | undefined> {
  const file = `${AM_DIR}/${String(await amNumber(context, 'next')).padStart(4, '0')}`;
  return /^From ([0-9a-f]{40})/.exec((await readState(context, file)) ?? '')?.[1];
}
