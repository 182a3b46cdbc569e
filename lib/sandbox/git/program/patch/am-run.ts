import { GitFailure } from '../../git-failure';
import { readGitText } from '../../git-fs';
import { headCommit } from '../../repository';
import { comparePaths, decodeUtf8, encodeUtf8 } from '../../store/bytes';
import { readCommit, subjectLine } from '../../store/commit';
import { FILE_MODE, type FileEntry } from '../../store/tree';
import { applyHunks } from './apply-hunks';
import { apply } from '../commands/apply';
import { loadIndex, type Context } from '../setup/context';
import { formatDate } from '../people/dates';
import { changesOf } from '../diff/diff-sides';
import { makeCommit, plainStyle } from '../commit/make-commit';
import {
  conflictStyle,
  filesOfCommit,
  indexTree,
  inRecursiveOrder,
  mergeIntoWork,
  treeOfCommit,
} from '../worktree/merge-into-work';
import { runHook } from '../setup/hooks';
import { parseMail, type Mail } from './mail-text';
import { addTrailer } from '../message/message';
import { parsePatch, type FileEdit } from './patch-file';
import { cleanName, committerOf, momentOf } from '../people/people';
import { readExactDate } from '../people/exact-date';
import { rerere } from '../worktree/rerere';
import { findObject } from '../refs/revision';
import { changesText } from '../diff/show-changes';
import { hasState, clearState, readState, writeState } from '../setup/state';
import { wayFailure } from '../worktree/switch-tree';
import { refreshIndex } from '../worktree/work-state';

/** The folder of the state of `am`, and of a rebase that applies patches. */
export const AM_DIR = 'rebase-apply';
const DIR = AM_DIR;

export const amNumber = async (context: Context, name: string): Promise<number> =>
  Number((await readState(context, `${DIR}/${name}`)) ?? 0);

const fileOf = (at: number): string => `${DIR}/${String(at).padStart(4, '0')}`;

/** Whether the patches are the commits of a rebase. */
const isRebasing = (context: Context): Promise<boolean> => hasState(context, `${DIR}/rebasing`);

/** Keeps the mails to apply, and what `am` has to know to go on. */
export async function saveMails(
  context: Context,
  texts: readonly string[],
  files: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  for (const [file, text] of Object.entries({
    last: `${texts.length}\n`,
    next: '1\n',
    ...files,
  }))
    if (text !== undefined) await writeState(context, `${DIR}/${file}`, text);
  for (const [at, text] of texts.entries()) await writeState(context, fileOf(at + 1), text);
}

export async function mailAt(context: Context, at: number): Promise<Mail> {
  const text = (await readGitText(context.fs, `${context.gitdir}/${fileOf(at)}`)) ?? '';
  const has = (file: string) => hasState(context, `${DIR}/${file}`);
  if (await isRebasing(context)) return mailOf(context, text);
  return parseMail(text, {
    keepsSubject: (await has('keep')) ? ((await readState(context, `${DIR}/keep`)) === 'b' ? 'others' : 'all') : 'none',
    keepsReturns: await has('keepcr'),
    scissors: (await readState(context, `${DIR}/scissors`)) === 't',
    messageId: (await readState(context, `${DIR}/messageid`)) === 't',
  });
}

/** A commit of a rebase as if it had come by mail. */
async function mailOf(context: Context, text: string): Promise<Mail> {
  const oid = /^From ([0-9a-f]{40})/.exec(text)?.[1] ?? '';
  const commit = await readCommit(context.objects, oid);
  const style = {
    ...plainStyle(context),
    binary: true,
    indexDigits: 40,
    renames: undefined,
  };
  const { name, email } = commit.author;
  return {
    name,
    email,
    date: formatDate(commit.author, 'rfc'),
    message: commit.message,
    diff: await changesText(await changesOf(context, commit), style, ['patch']),
    text,
  };
}

/** A mail with what the hook `applypatch-msg` makes of its message; undefined if that refuses it. */
async function hookedMail(context: Context, mail: Mail): Promise<Mail | undefined> {
  const name = `${DIR}/final-commit`;
  await writeState(context, name, mail.message);
  if (await runHook(context, 'applypatch-msg', [`${context.gitdir}/${name}`.replace(`${context.root}/`, '')]))
    return undefined;
  return finalMail(context, mail);
}

/** A mail with the message that its commit gets. */
async function finalMail(context: Context, mail: Mail): Promise<Mail> {
  const message = await readState(context, `${DIR}/final-commit`);
  return message === undefined ? mail : { ...mail, message: `${message}\n` };
}

/** Applies the mails that are left. Returns 128 if it has to stop, 1 if a hook refuses one. */
export async function runMails(
  context: Context,
  quiet: boolean,
  empty: 'stop' | 'drop' | 'keep' = 'stop',
): Promise<number> {
  const { io } = context;
  await refreshIndex(context);
  // git prints this last, after the error.
  const said: string[] = [];
  const last = await amNumber(context, 'last');
  for (let at = await amNumber(context, 'next'); at <= last; at++) {
    await writeState(context, `${DIR}/next`, `${at}\n`);
    await writeState(context, `${DIR}/abort-safety`, `${(await headCommit(context)) ?? ''}\n`);
    await clearState(context, `${DIR}/patch`, `${DIR}/final-commit`);
    const read = await mailAt(context, at);
    const isEmpty = !/^(?:diff |--- |Index: )/m.test(read.diff);
    const mail = isEmpty ? read : await hookedMail(context, read);
    if (!mail) {
      io.out(said.join(''));
      return 1;
    }
    const subject = subjectLine(mail.message);
    if (isEmpty) {
      if (empty === 'stop' && !(await isRebasing(context))) {
        await writeState(context, `${DIR}/patch`, '');
        io.out(`${said.join('')}Patch is empty.\n${await resolveText(context)}`);
        return 128;
      }
      if (!quiet) said.push(`${empty === 'drop' ? 'Skipping' : 'Creating an empty commit'}: ${subject}\n`);
      if (empty !== 'drop' && !(await commitMail(context, mail, at))) return 1;
      continue;
    }
    if (!quiet) said.push(`Applying: ${subject}\n`);
    const threeWay = await hasState(context, `${DIR}/threeway`);
    const code = await applyMail(context, mail, threeWay, said, quiet);
    if (code !== 0) {
      said.push(`Patch failed at ${String(at).padStart(4, '0')} ${subject}\n`);
      if (context.config.advises('amWorkDir'))
        io.err("hint: Use 'git am --show-current-patch=diff' to see the failed patch\n");
      io.out(said.join('') + (await resolveText(context)));
      return 128;
    }
    if (threeWay && (await indexTree(context)) === (await treeOfCommit(context, await headCommit(context)))) {
      if (!quiet) said.push('No changes -- Patch already applied.\n');
      continue;
    }
    if (await commitMail(context, mail, at)) continue;
    io.out(said.join(''));
    return 1;
  }
  io.out(said.join(''));
  return 0;
}

/** How to go on with a patch that did not apply. */
async function resolveText(context: Context): Promise<string> {
  if (await isRebasing(context)) return RESOLVE_REBASE;
  const isEmpty = !(await readState(context, `${DIR}/patch`));
  const isClean = isEmpty && (await indexTree(context)) === (await treeOfCommit(context, await headCommit(context)));
  const record = 'To record the empty patch as an empty commit, run "git am --allow-empty".\n';
  return `When you have resolved this problem, run "git am --continue".\nIf you prefer to skip this patch, run "git am --skip" instead.\n${isClean ? record : ''}To restore the original branch and stop patching, run "git am --abort".\n`;
}

const RESOLVE_REBASE =
  'Resolve all conflicts manually, mark them as resolved with\n"git add/rm <conflicted_files>", then run "git rebase --continue".\nYou can instead skip this commit: run "git rebase --skip".\nTo abort and get back to the state before "git rebase", run "git rebase --abort".\n';

/** Applies a mail's patch to the index and the files; with `threeWay`, by a merge if it does not fit. */
async function applyMail(
  context: Context,
  mail: Mail,
  threeWay: boolean,
  said: string[],
  quiet: boolean,
): Promise<number> {
  const { io, gitdir, root } = context;
  const file = `${gitdir}/${DIR}/patch`.replace(`${root}/`, '');
  await writeState(context, `${DIR}/patch`, mail.diff);
  const passed = [...((await readState(context, `${DIR}/apply-opt`)) ?? '').matchAll(/'([^']*)'/g)];
  // What fails at first may still merge, so it is not reported.
  const err = threeWay ? () => undefined : io.err;
  try {
    const args = ['--index', ...passed.map(([, option = '']) => option), '--', file];
    if (!(await apply(args, { ...io, cwd: root, err }))) return 0;
    return threeWay
      ? await mergeMail(context, subjectLine(mail.message), parsePatch(mail.diff), quiet ? [] : said, quiet)
      : 1;
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    io.err(`${error.prefix}${error.message}\n`);
    return 1;
  }
}

/** Merges what the patch makes of the files it was made from. */
async function mergeMail(
  context: Context,
  subject: string,
  edits: readonly FileEdit[],
  said: string[],
  quiet: boolean,
): Promise<number> {
  const { io, objects } = context;
  const base = new Map<string, FileEntry>();
  for (const { from, oldId, oldMode } of edits) {
    if (from === undefined) continue;
    const oid = oldId === undefined ? undefined : await findObject(context, oldId, 'blob').catch(() => undefined);
    if (oid === undefined) {
      io.err('error: Repository lacks necessary blobs to fall back on 3-way merge.\n');
      return 1;
    }
    base.set(from, { mode: oldMode ?? FILE_MODE, oid });
  }
  const ours = await filesOfCommit(context, await headCommit(context));
  said.push('Using index info to reconstruct a base tree...\n');
  for (const [path, { oid, mode }] of [...base].toSorted(([a], [b]) => comparePaths(a, b))) {
    const own = ours.get(path);
    if (own?.oid !== oid || own.mode !== mode) said.push(`${own ? 'M' : 'A'}\t${path}\n`);
  }
  const theirs = new Map(base);
  for (const { from, to, hunks, binary, newMode, copies } of edits) {
    const old = from === undefined ? undefined : base.get(from);
    const before = old ? await objects.blob(old.oid) : new Uint8Array();
    const placed = applyHunks(decodeUtf8(before), hunks);
    const bytes = binary ? binary.now?.(before) : encodeUtf8(placed.text);
    if (placed.rejected.length > 0 || !bytes) {
      io.err('error: Did you hand edit your patch?\nIt does not apply to blobs recorded in its index.\n');
      return 1;
    }
    if (from !== undefined && from !== to && !copies) theirs.delete(from);
    if (to === undefined) continue;
    const oid = await objects.write('blob', bytes);
    theirs.set(to, { mode: newMode ?? old?.mode ?? FILE_MODE, oid });
  }
  said.push('Falling back to patching base and 3-way merge...\n');
  const { merge, inTheWay } = await mergeIntoWork(context, base, ours, theirs, {
    labels: { ours: 'HEAD', base: 'constructed merge base', theirs: subject },
    style: conflictStyle(context),
  });
  if (inTheWay) {
    io.err(`error: ${wayFailure(inTheWay, 'merge').message}\n`);
    return 1;
  }
  said.push(
    inRecursiveOrder(merge.messages)
      .map((line) => `${line}\n`)
      .join(''),
  );
  if (merge.conflicts.size === 0) return 0;
  await rerere(context);
  // What was said so far comes before the error.
  if (!quiet) io.out(said.splice(0).join(''));
  io.err('error: Failed to merge in the changes.\n');
  return 1;
}

/** Returns whether the hook `pre-applypatch` lets it be committed. */
async function commitMail(context: Context, mail: Mail, at: number): Promise<boolean> {
  if (await runHook(context, 'pre-applypatch')) return false;
  const head = await headCommit(context);
  const own = committerOf(context);
  const moment = (await hasState(context, `${DIR}/ignore_date`))
    ? momentOf(undefined)
    : (readExactDate(mail.date) ?? own);
  const dated = await hasState(context, `${DIR}/cdate_is_adate`);
  const message = (await hasState(context, `${DIR}/sign`))
    ? addTrailer(mail.message, `Signed-off-by: ${own.name} <${own.email}>`)
    : mail.message;
  const rebased = await isRebasing(context);
  const action = context.io.env.GIT_REFLOG_ACTION;
  const oid = await makeCommit(context, {
    tree: await indexTree(context),
    parents: head === undefined ? [] : [head],
    author: {
      name: cleanName(mail.name),
      email: cleanName(mail.email),
      time: moment.time,
      zone: moment.zone,
    },
    ...(dated && {
      committer: { ...own, time: moment.time, zone: moment.zone },
    }),
    message,
    reason: rebased ? `${action ?? 'rebase'} (pick)` : 'am',
  });
  if (rebased) {
    const old = /^From ([0-9a-f]{40})/.exec((await readState(context, fileOf(at))) ?? '')?.[1];
    const known = (await readState(context, `${DIR}/rewritten`)) ?? '';
    await writeState(context, `${DIR}/rewritten`, `${known}${known && '\n'}${String(old)} ${oid}\n`);
  }
  await runHook(context, 'post-applypatch');
  return true;
}

/** Commits what the user has made of the patch that did not apply. Returns 0, or the exit code if that cannot be. */
export async function commitResolved(context: Context, quiet: boolean, allowEmpty = false): Promise<number> {
  const at = await amNumber(context, 'next');
  const mail = await finalMail(context, await mailAt(context, at));
  if (!quiet) context.io.out(`Applying: ${subjectLine(mail.message)}\n`);
  const conflicts = (await loadIndex(context)).conflicts();
  const resolve = await resolveText(context);
  const same = (await indexTree(context)) === (await treeOfCommit(context, await headCommit(context)));
  const keepsEmpty = allowEmpty && !(await readState(context, `${DIR}/patch`));
  if (conflicts.length === 0 && same && keepsEmpty) context.io.out('No changes - recorded it as an empty commit.\n');
  if (conflicts.length > 0 || (same && !keepsEmpty)) {
    context.io.out(
      conflicts.length > 0
        ? `You still have unmerged paths in your index.\nYou should 'git add' each file with resolved conflicts to mark them as such.\nYou might run \`git rm\` on a file to accept "deleted by them" for it.\n${resolve}`
        : `No changes - did you forget to use 'git add'?\nIf there is nothing left to stage, chances are that something else\nalready introduced the same changes; you might want to skip this patch.\n${resolve}`,
    );
    return 128;
  }
  await rerere(context);
  if (!(await commitMail(context, mail, at))) return 1;
  await writeState(context, `${DIR}/next`, `${at + 1}\n`);
  return 0;
}
