import { resolveFrom } from '../../../embedded/fs/paths';
import { GitFailure } from '../../git-failure';
import { makeFolder, readGitText } from '../../git-fs';
import { headCommit } from '../../repository';
import { standingOf } from '../status-text';
import { decodeUtf8, comparePaths, encodeUtf8 } from '../../store/bytes';
import { subjectLine } from '../../store/commit';
import { applyEdits, type PatchRules } from '../apply-edits';
import { loadIndex, openWorkTree, saveIndex, type Context } from '../context';
import type { GitCommand } from '../git-io';
import { makeCommit } from '../make-commit';
import { conflictStyle, filesOf, indexTree, inRecursiveOrder, mergeIntoWork, treeOf } from '../merge-into-work';
import { addTrailer } from '../message';
import { readOptions } from '../options';
import { parsePatch } from '../patch-file';
import { committerOf } from '../people';
import { readExactDate } from '../read-date';
import { forgetOpenConflicts, rerere } from '../rerere';
import { clearState, hasState, readState, writeState } from '../state';
import { forceTree, wayFailure } from '../switch-tree';
import { moveHead } from '../update-refs';
import { applyHunks } from '../apply-hunks';
import { FILE_MODE, type FileEntry } from '../../store/tree';
import { parseMail, splitMails, type Mail } from '../mail-text';
import type { FileEdit } from '../patch-file';
import { findObject } from '../revision';

const DIR = 'rebase-apply';
const RULES: PatchRules = {
  check: false,
  index: true,
  cached: false,
  reject: false,
  threeWay: false,
  verbose: false,
  blind: false,
  prefix: '',
  reverse: false,
};

/** Makes commits from mails. */
export const am: GitCommand = async (args, io) => {
  const options = readOptions(args, {
    absent: '-c --scissors --message-id -m --quoted-cr --include --exclude -C --ignore-whitespace',
    flags: {
      abort: '--abort',
      continue: '-r --continue --resolved',
      skip: '--skip',
      quit: '--quit',
      threeWay: '-3 --3way',
      signoff: '-s --signoff',
      quiet: '-q --quiet',
      noThreeWay: '--no-3way',
      keep: '-k --keep',
      keepReturns: '--keep-cr',
      plain: '-u --utf8 --no-utf8 --no-verify --no-keep-cr',
      asWritten: '--committer-date-is-author-date',
      now: '--ignore-date',
      other: '--reject --keep-non-patch',
    },
    optional: { show: '--show-current-patch' },
    values: { directory: '--directory', strip: '-p', whitespace: '--whitespace', format: '--patch-format' },
  });
  const { is } = options;
  const context = await openWorkTree(io);
  const standing = await hasState(context, `${DIR}/applying`);
  const shown = options.value('show');
  if (is('abort') || is('continue') || is('skip') || is('quit') || shown !== undefined) {
    if (!standing) throw new GitFailure('Resolve operation not in progress, we are not resuming.');
    if (shown !== undefined) return showCurrent(context, shown);
    return resume(
      context,
      is('abort') ? 'abort' : is('continue') ? 'continue' : is('skip') ? 'skip' : 'quit',
      is('quiet'),
    );
  }
  if (is('other') || options.value('directory') !== undefined || (options.value('strip') ?? '1') !== '1')
    throw new GitFailure(
      '--reject, --keep-non-patch, --directory and -p are not supported by `am` in this sandbox: use `git apply` with them, then `git commit`',
      2,
    );
  if (standing) throw new GitFailure('previous rebase directory .git/rebase-apply still exists but mbox given.');
  const texts: string[] = [];
  const found = await standingOf(context, { renames: false, submodules: 'none' });
  const dirty = [...found.staged.map(({ path }) => path), ...found.conflicts];
  for (const file of options.rest.length > 0 ? options.rest : ['-']) {
    const text = file === '-' ? decodeUtf8(await io.input()) : await readGitText(io.fs, resolveFrom(io.cwd, file));
    if (text === undefined) throw new GitFailure(`could not open '${file}' for reading: No such file or directory`);
    // Standard input is taken for mails, whatever it holds.
    if (file === '-') {
      if (text !== '') texts.push(...splitMails(text));
      continue;
    }
    if (
      !/^(?:From |From:|Subject:|Date:|[!-9;-~]+:[ \t])/m.test(text.split(/\r?\n\r?\n/)[0] ?? '') ||
      !/^(?:From|Subject|Date):/m.test(text)
    )
      throw new GitFailure('Patch format detection failed.', 128, '');
    texts.push(...splitMails(text));
  }
  if (texts.length === 0) return;
  if (dirty.length > 0) throw new GitFailure(`Dirty index: cannot apply patches (dirty: ${dirty.join(' ')})`);
  await makeFolder(context.fs, `${context.gitdir}/${DIR}`);
  await writeState(context, `${DIR}/applying`, '');
  await writeState(context, `${DIR}/abort-safety`, `${(await headCommit(context)) ?? ''}\n`);
  await writeState(context, `${DIR}/orig-head`, `${(await headCommit(context)) ?? ''}\n`);
  await writeState(context, `${DIR}/last`, `${texts.length}\n`);
  await writeState(context, `${DIR}/next`, '1\n');
  const threeWay = is('threeWay') || (!is('noThreeWay') && context.config.boolean('am.threeWay') === true);
  for (const [file, wanted] of Object.entries({
    threeway: threeWay,
    keep: is('keep'),
    keepcr: is('keepReturns') || context.config.boolean('am.keepcr') === true,
    cdate_is_adate: is('asWritten'),
    ignore_date: is('now'),
  }))
    if (wanted) await writeState(context, `${DIR}/${file}`, 't\n');
  if (is('signoff')) await writeState(context, `${DIR}/sign`, 't\n');
  for (const [at, text] of texts.entries())
    await writeState(context, `${DIR}/${String(at + 1).padStart(4, '0')}`, text);
  return run(context, is('quiet'));
};

const number = async (context: Context, name: string): Promise<number> =>
  Number((await readState(context, `${DIR}/${name}`)) ?? 0);

async function mailAt(context: Context, at: number): Promise<Mail> {
  return parseMail((await readGitText(context.fs, `${context.gitdir}/${DIR}/${String(at).padStart(4, '0')}`)) ?? '', {
    keepsSubject: await hasState(context, `${DIR}/keep`),
    keepsReturns: await hasState(context, `${DIR}/keepcr`),
  });
}

async function run(context: Context, quiet: boolean): Promise<number> {
  const { io } = context;
  // git prints this last, after the error.
  const said: string[] = [];
  const last = await number(context, 'last');
  for (let at = await number(context, 'next'); at <= last; at++) {
    await writeState(context, `${DIR}/next`, `${at}\n`);
    await clearState(context, `${DIR}/patch`);
    const mail = await mailAt(context, at);
    if (!/^(?:diff |--- |Index: )/m.test(mail.diff)) {
      await writeState(context, `${DIR}/patch`, '');
      io.out(`${said.join('')}Patch is empty.\n${RESOLVE}`);
      return 128;
    }
    const subject = subjectLine(mail.message);
    if (!quiet) said.push(`Applying: ${subject}\n`);
    const threeWay = await hasState(context, `${DIR}/threeway`);
    const code = await applyMail(context, mail, threeWay, said, quiet);
    if (code !== 0) {
      said.push(`Patch failed at ${String(at).padStart(4, '0')} ${subject}\n`);
      io.err("hint: Use 'git am --show-current-patch=diff' to see the failed patch\n");
      io.out(said.join('') + RESOLVE);
      return 128;
    }
    if (threeWay && (await indexTree(context)) === (await treeOf(context, await headCommit(context)))) {
      if (!quiet) said.push('No changes -- Patch already applied.\n');
      continue;
    }
    await commitMail(context, mail);
  }
  io.out(said.join(''));
  await clearState(context, DIR);
  return 0;
}

const RESOLVE =
  'When you have resolved this problem, run "git am --continue".\nIf you prefer to skip this patch, run "git am --skip" instead.\nTo restore the original branch and stop patching, run "git am --abort".\n';

/** Applies a mail's patch to the index and the files; with `threeWay`, by a merge if it does not fit. */
async function applyMail(
  context: Context,
  mail: Mail,
  threeWay: boolean,
  said: string[],
  quiet: boolean,
): Promise<number> {
  const { io } = context;
  let edits: readonly FileEdit[];
  try {
    edits = parsePatch(mail.diff);
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    io.err(`${error.prefix}${error.message}\n`);
    return 1;
  }
  if (edits.length === 0) return 1;
  // What fails at first may still merge, so it is not reported.
  const first = threeWay ? { ...context, io: { ...io, err: () => undefined } } : context;
  if ((await applyEdits(first, edits, RULES)) === 0) return 0;
  return threeWay ? mergeMail(context, subjectLine(mail.message), edits, quiet ? [] : said) : 1;
}

/** Merges what the patch makes of the files it was made from. */
async function mergeMail(
  context: Context,
  subject: string,
  edits: readonly FileEdit[],
  said: string[],
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
  const ours = await filesOf(context, await headCommit(context));
  said.push('Using index info to reconstruct a base tree...\n');
  for (const [path, { oid, mode }] of [...base].toSorted(([a], [b]) => comparePaths(a, b))) {
    const own = ours.get(path);
    if (own?.oid !== oid || own.mode !== mode) said.push(`${own ? 'M' : 'A'}\t${path}\n`);
  }
  const theirs = new Map(base);
  for (const { from, to, hunks, binary, newMode, copies } of edits) {
    const old = from === undefined ? undefined : base.get(from);
    const text = old ? decodeUtf8(await objects.blob(old.oid)) : '';
    const placed = applyHunks(text, hunks);
    if (placed.rejected.length > 0 || (binary && !binary.now)) {
      io.err('error: Did you hand edit your patch?\nIt does not apply to blobs recorded in its index.\n');
      return 1;
    }
    if (from !== undefined && from !== to && !copies) theirs.delete(from);
    if (to === undefined) continue;
    const oid = await objects.write('blob', binary?.now ?? encodeUtf8(placed.text));
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
  io.out(said.splice(0).join(''));
  io.err('error: Failed to merge in the changes.\n');
  return 1;
}

async function commitMail(context: Context, mail: Mail): Promise<void> {
  const head = await headCommit(context);
  const own = committerOf(context);
  const moment = (await hasState(context, `${DIR}/ignore_date`)) ? own : (readExactDate(mail.date) ?? own);
  const dated = await hasState(context, `${DIR}/cdate_is_adate`);
  const message = (await hasState(context, `${DIR}/sign`))
    ? addTrailer(mail.message, `Signed-off-by: ${own.name} <${own.email}>`)
    : mail.message;
  await makeCommit(context, {
    tree: await indexTree(context),
    parents: head === undefined ? [] : [head],
    author: { name: mail.name, email: mail.email, time: moment.time, zone: moment.zone },
    ...(dated && { committer: { ...own, time: moment.time, zone: moment.zone } }),
    message,
    reason: 'am',
  });
}

/** Shows the mail that did not apply, or only its patch. */
async function showCurrent(context: Context, form: string): Promise<number> {
  if (form !== '' && form !== 'raw' && form !== 'diff')
    throw new GitFailure(`invalid value for '--show-current-patch': '${form}'`, 129);
  const { text, message } = await mailAt(context, await number(context, 'next'));
  const body = text.slice(text.indexOf('\n\n') + 2);
  // What precedes the line of dashes is the message, not the patch.
  const at = body.startsWith('---\n') ? 0 : body.indexOf('\n---\n') + 1;
  context.io.out(form === 'diff' && message !== '' ? body.slice(Math.max(0, at)) : text);
  return 0;
}

async function resume(context: Context, verb: 'abort' | 'continue' | 'skip' | 'quit', quiet: boolean): Promise<number> {
  const at = await number(context, 'next');
  if (verb === 'abort' || verb === 'skip') {
    await forgetOpenConflicts(context);
    const to = verb === 'abort' ? await readState(context, `${DIR}/orig-head`) : await headCommit(context);
    const index = await loadIndex(context);
    await forceTree(context, index, await filesOf(context, to === '' ? undefined : to));
    await saveIndex(context, index);
    if (verb === 'abort' && to !== undefined && to !== '') await moveHead(context, to, 'am --abort');
  }
  if (verb === 'abort' || verb === 'quit') {
    await clearState(context, DIR);
    return 0;
  }
  if (verb === 'continue') {
    const mail = await mailAt(context, at);
    if (!quiet) context.io.out(`Applying: ${subjectLine(mail.message)}\n`);
    const conflicts = (await loadIndex(context)).conflicts();
    const head = await treeOf(context, await headCommit(context));
    if (conflicts.length > 0 || (await indexTree(context)) === head) {
      context.io.out(
        conflicts.length > 0
          ? `You still have unmerged paths in your index.\nYou should 'git add' each file with resolved conflicts to mark them as such.\nYou might run \`git rm\` on a file to accept "deleted by them" for it.\n${RESOLVE}`
          : `No changes - did you forget to use 'git add'?\nIf there is nothing left to stage, chances are that something else\nalready introduced the same changes; you might want to skip this patch.\n${RESOLVE}`,
      );
      return 128;
    }
    await rerere(context);
    await commitMail(context, mail);
  }
  await writeState(context, `${DIR}/next`, `${at + 1}\n`);
  return run(context, quiet);
}
