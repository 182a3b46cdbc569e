import { resolveFrom } from '../../../paths';
import { GitFailure } from '../../git-failure';
import { makeFolder, readGitText } from '../../git-fs';
import { headCommit } from '../../repository';
import { decodeUtf8 } from '../../store/bytes';
import { AM_DIR, amNumber, commitResolved, mailAt, runMails, saveMails } from '../patch/am-run';
import { openWorkTree, type Context } from '../setup/context';
import type { GitCommand } from '../setup/git-io';
import { splitMails } from '../patch/mail-text';
import { readOptions } from '../terminal/options';
import { forgetOpenConflicts } from '../worktree/rerere';
import { resetMerge } from '../worktree/reset-merge';
import { clearState, hasState, readState, writeState } from '../setup/state';
import { standingOf } from '../commit/status-text';
import { moveHead } from '../refs/update-refs';

/** Makes commits from mails. */
export const am: GitCommand = async (args, io) => {
  const options = readOptions(args, {
    absent: '--quoted-cr -i --interactive',
    flags: {
      abort: '--abort',
      continue: '-r --continue --resolved',
      skip: '--skip',
      quit: '--quit',
      allowEmpty: '--allow-empty',
      threeWay: '-3 --3way',
      signoff: '-s --signoff',
      quiet: '-q --quiet',
      noThreeWay: '--no-3way',
      keep: '-k --keep',
      keepOthers: '--keep-non-patch',
      binary: '-b --binary',
      keepReturns: '--keep-cr',
      scissors: '-c --scissors',
      noScissors: '--no-scissors',
      messageId: '-m --message-id',
      plain: '-u --utf8 --no-utf8 --no-keep-cr --rerere-autoupdate --no-gpg-sign',
      asWritten: '--committer-date-is-author-date',
      now: '--ignore-date',
      reject: '--reject',
      blind: '--ignore-whitespace --ignore-space-change',
    },
    optional: { show: '--show-current-patch' },
    values: {
      directory: '--directory',
      strip: '-p',
      whitespace: '--whitespace',
      context: '-C',
      include: '--include',
      exclude: '--exclude',
      format: '--patch-format',
      empty: '--empty',
    },
  });
  const { is } = options;
  if (is('binary'))
    io.err(
      'The -b/--binary option has been a no-op for long time, and\nit will be removed. Please do not use it anymore.\n',
    );
  const context = await openWorkTree(io);
  const empty = options.value('empty') ?? 'stop';
  if (empty !== 'stop' && empty !== 'drop' && empty !== 'keep')
    throw new GitFailure(`invalid value for '--empty': '${empty}'`, 129, 'error: ');
  const format = options.value('format') ?? 'mbox';
  if (!['mbox', 'stgit', 'stgit-series', 'hg', 'mboxrd'].includes(format))
    throw new GitFailure(`invalid value for '--patch-format': '${format}'`, 129);
  if (format !== 'mbox' && format !== 'mboxrd')
    throw new GitFailure(`--patch-format=${format} is not supported in this sandbox: only mails are`, 2);
  const standing = await hasState(context, `${AM_DIR}/applying`);
  const shown = options.value('show');
  const verb = (['abort', 'skip', 'quit', 'continue', 'allowEmpty'] as const).find((one) => is(one));
  if (verb !== undefined || shown !== undefined) {
    if (!standing) throw new GitFailure('Resolve operation not in progress, we are not resuming.');
    if (shown !== undefined) return showCurrent(context, shown);
    return resume(context, verb ?? 'continue', is('quiet'), empty);
  }
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
  await makeFolder(context.fs, `${context.gitdir}/${AM_DIR}`);
  const commit = await headCommit(context);
  const head = `${commit ?? ''}\n`;
  if (commit !== undefined) await context.refs.write('ORIG_HEAD', commit);
  const flag = (wanted: boolean) => (wanted ? 't\n' : undefined);
  const chosen = (name: 'am.threeWay' | 'am.keepcr' | 'mailinfo.scissors') => context.config.boolean(name) === true;
  const passed = [
    ...(['directory', 'whitespace', 'include', 'exclude'] as const).flatMap((name) =>
      options.values(name).map((value) => `--${name}=${value}`),
    ),
    ...options.values('strip').map((value) => `-p${value}`),
    ...options.values('context').map((value) => `-C${value}`),
    ...(is('reject') ? ['--reject'] : []),
    ...(is('blind') ? ['--ignore-whitespace'] : []),
  ];
  await saveMails(context, texts, {
    applying: '',
    dirtyindex: flag(dirty.length > 0),
    'abort-safety': head,
    'orig-head': head,
    threeway: flag(is('threeWay') || (!is('noThreeWay') && chosen('am.threeWay'))),
    keep: is('keepOthers') ? 'b\n' : flag(is('keep')),
    keepcr: flag(is('keepReturns') || chosen('am.keepcr')),
    scissors: flag(is('scissors') || (!is('noScissors') && chosen('mailinfo.scissors'))),
    messageid: flag(is('messageId')),
    cdate_is_adate: flag(is('asWritten')),
    ignore_date: flag(is('now')),
    sign: flag(is('signoff')),
    quiet: flag(is('quiet')),
    'apply-opt': passed.length === 0 ? undefined : passed.map((option) => ` '${option}'`).join(''),
  });
  if (dirty.length > 0) throw new GitFailure(`Dirty index: cannot apply patches (dirty: ${dirty.join(' ')})`);
  return goOn(context, is('quiet'), empty);
};

async function goOn(context: Context, quiet: boolean, empty: 'stop' | 'drop' | 'keep'): Promise<number> {
  const isQuiet = quiet || (await hasState(context, `${AM_DIR}/quiet`));
  const code = await runMails(context, isQuiet, empty);
  if (code === 0) await clearState(context, AM_DIR);
  return code;
}

/** Shows the mail that did not apply, or only its patch. */
async function showCurrent(context: Context, form: string): Promise<number> {
  if (form !== '' && form !== 'raw' && form !== 'diff')
    throw new GitFailure(`invalid value for '--show-current-patch': '${form}'`, 129);
  const { text, message } = await mailAt(context, await amNumber(context, 'next'));
  const body = text.slice(text.indexOf('\n\n') + 2);
  // What precedes the line of dashes is the message, not the patch.
  const at = body.startsWith('---\n') ? 0 : body.indexOf('\n---\n') + 1;
  context.io.out(form === 'diff' && message !== '' ? body.slice(Math.max(0, at)) : text);
  return 0;
}

async function resume(
  context: Context,
  verb: 'abort' | 'continue' | 'skip' | 'quit' | 'allowEmpty',
  quiet: boolean,
  empty: 'stop' | 'drop' | 'keep',
): Promise<number> {
  const head = await headCommit(context);
  const isMoved = (head ?? '') !== (await readState(context, `${AM_DIR}/abort-safety`));
  const wasDirty = await hasState(context, `${AM_DIR}/dirtyindex`);
  if (verb === 'abort' && isMoved && !wasDirty)
    context.io.err("warning: You seem to have moved HEAD since the last 'am' failure.\nNot rewinding to ORIG_HEAD\n");
  else if ((verb === 'abort' && !wasDirty) || verb === 'skip') {
    await forgetOpenConflicts(context);
    const to = verb === 'abort' ? (await readState(context, `${AM_DIR}/orig-head`)) || undefined : head;
    await resetMerge(context, to);
    if (verb === 'abort' && to !== undefined) await moveHead(context, to, 'am --abort');
  }
  if (verb === 'abort' || verb === 'quit') {
    await clearState(context, AM_DIR);
    return 0;
  }
  if (verb === 'skip') await writeState(context, `${AM_DIR}/next`, `${(await amNumber(context, 'next')) + 1}\n`);
  else {
    const code = await commitResolved(context, quiet, verb === 'allowEmpty');
    if (code !== 0) return code;
  }
  return goOn(context, quiet, empty);
}
