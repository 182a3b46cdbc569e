import { resolveFrom } from '../../../embedded/fs/paths';
import { GitFailure } from '../../git-failure';
import { makeFolder, readGitText, writeText } from '../../git-fs';
import { headCommit } from '../../repository';
import { decodeUtf8 } from '../../store/bytes';
import { bodyOf, readCommit, subjectLine, type Commit } from '../../store/commit';
import { loadIndex, openContext, openWorkTree, saveIndex, type Context } from '../context';
import { formatDate } from '../dates';
import { changesBetweenTrees, changesOf } from '../diff-sides';
import { DIFF_FLAGS, DIFF_OPTIONAL, DIFF_VALUES, diffStyle, type DiffStyle } from '../diff-style';
import { fileName } from '../format-commit';
import type { GitCommand } from '../git-io';
import { history } from '../history';
import { decodeWords, mailHead } from '../mail-head';
import { makeCommit } from '../make-commit';
import { filesOf, indexTree, treeOf } from '../merge-into-work';
import { addTrailer, cleanMessage } from '../message';
import { readOptions } from '../options';
import { parsePatch } from '../patch-file';
import { committerOf, personOf } from '../people';
import { readExactDate } from '../read-date';
import { revisionRange, resolveCommit, selectCommits } from '../revision';
import { changesText, prepareChanges } from '../show-changes';
import { clearState, hasState, readState, writeState } from '../state';
import { forceTree } from '../switch-tree';
import { moveHead } from '../update-refs';
import { applyEdits, type PatchRules } from './apply';

const VERSION = '2.39.5';

/** Writes commits as mails, one file each. */
export const formatPatch: GitCommand = async (args, io) => {
  const options = readOptions(args, {
    absent: '--thread --base --attach --inline',
    flags: {
      ...DIFF_FLAGS,
      stdout: '--stdout',
      numbered: '-n --numbered',
      noNumbered: '-N --no-numbered',
      cover: '--cover-letter',
      keep: '-k --keep-subject',
      signoff: '-s --signoff',
      noStat: '-p --no-stat',
      root: '--root',
      quiet: '-q',
      noPatch: '--no-patch',
      patch: '-u --patch',
      noSignature: '--no-signature',
      zeroCommit: '--zero-commit',
    },
    values: {
      ...DIFF_VALUES,
      folder: '-o --output-directory',
      most: '-<n> --max-count',
      start: '--start-number',
      prefix: '--subject-prefix',
      reroll: '-v --reroll-count',
      suffix: '--suffix',
      signature: '--signature',
    },
    optional: { ...DIFF_OPTIONAL, from: '--from' },
  });
  const context = await openContext(io);
  const oids = await mailedCommits(context, options.before, options.value('most'), options.is('root'));
  const style = {
    ...diffStyle(context, options, { columns: 72 }),
    // A mail must contain all of a binary file.
    binary: true,
    shapes: options.is('noStat') ? (['patch'] as const) : (['stat', 'summary', 'patch'] as const),
  };
  const first = Number(options.value('start') ?? 1);
  const total = first + oids.length - 1;
  const numbered = !options.is('noNumbered') && (options.is('numbered') || oids.length > 1);
  const width = String(total).length;
  const version = options.value('reroll');
  const word = `${options.value('prefix') ?? 'PATCH'}${version === undefined ? '' : ` v${version}`}`;
  let isFirst = true;
  const deliver = async (name: string, text: string) => {
    if (options.is('stdout')) {
      io.out(isFirst ? text : `\n${text}`);
      isFirst = false;
      return;
    }
    const file = `${version === undefined ? '' : `v${version}-`}${name}${options.value('suffix') ?? '.patch'}`;
    const folder = options.value('folder');
    const path = resolveFrom(io.cwd, folder === undefined ? file : `${folder}/${file}`);
    await makeFolder(io.fs, path.replace(/\/[^/]*$/, ''));
    await writeText(io.fs, path, text);
    if (!options.is('quiet')) io.out(`${folder === undefined ? '' : `${folder.replace(/\/$/, '')}/`}${file}\n`);
  };
  const signature = options.is('noSignature') ? '' : `-- \n${options.value('signature') ?? VERSION}\n\n`;
  if (options.is('cover') && oids.length > 0)
    await deliver(
      `${'0'.padStart(4, '0')}-cover-letter`,
      await coverLetter(context, oids, `[${word} ${'0'.padStart(width, '0')}/${total}] `, style, signature),
    );
  for (const [at, oid] of oids.entries()) {
    const commit = await readCommit(context.objects, oid);
    const number = first + at;
    const tag = options.is('keep')
      ? ''
      : `[${word}${numbered ? ` ${String(number).padStart(width, '0')}/${total}` : ''}] `;
    const named = options.is('zeroCommit') ? { ...commit, oid: '0'.repeat(40) } : commit;
    const text = await mailOf(context, named, tag, style, options.is('signoff'), signature);
    await deliver(`${String(number).padStart(4, '0')}-${fileName(subjectLine(commit.message))}`, text);
  }
};

/** The mail before the others: the list of commits, and a summary of all changes. */
async function coverLetter(
  context: Context,
  oids: readonly string[],
  tag: string,
  style: DiffStyle,
  signature: string,
): Promise<string> {
  const commits = await Promise.all(oids.map((oid) => readCommit(context.objects, oid)));
  const [first, last] = [commits[0], commits.at(-1)];
  if (!first || !last) return '';
  const own = personOf(context, 'COMMITTER');
  const groups = new Map<string, string[]>();
  for (const { author, message } of commits)
    groups.set(author.name, [...(groups.get(author.name) ?? []), `  ${subjectLine(message)}\n`]);
  const people = [...groups].map(([name, lines]) => `${name} (${lines.length}):\n${lines.join('')}\n`).join('');
  const changes = await changesBetweenTrees(context, await treeOf(context, first.parents[0]), last.tree);
  const numbers = { ...style, shapes: ['stat', 'summary'] as const };
  const stat = await changesText(await prepareChanges(changes, numbers), numbers, []);
  return `From ${last.oid} Mon Sep 17 00:00:00 2001\nFrom: ${own.name} <${own.email}>\nDate: ${formatDate(own, 'rfc')}\nSubject: ${tag}*** SUBJECT HERE ***\n\n*** BLURB HERE ***\n\n${people}${stat}\n${signature}`;
}

async function mailedCommits(
  context: Context,
  names: readonly string[],
  most: string | undefined,
  root: boolean,
): Promise<string[]> {
  const include: string[] = [];
  const exclude: string[] = [];
  const single =
    names.length === 1 && names[0] !== undefined && !revisionRange(names[0]) && most === undefined && !root;
  if (single) {
    exclude.push(await resolveCommit(context, names[0] ?? ''));
    include.push(await resolveCommit(context, 'HEAD'));
  } else {
    for (const name of names.length > 0 ? names : ['HEAD']) {
      const chosen = await selectCommits(context, name);
      if (!chosen)
        throw new GitFailure(`ambiguous argument '${name}': unknown revision or path not in the working tree.`);
      include.push(...chosen.include);
      exclude.push(...chosen.exclude);
    }
  }
  const found: string[] = [];
  for await (const { oid, parents } of history(context, include, { without: exclude })) {
    if (parents.length > 1) continue;
    if (found.length >= Number(most ?? Infinity)) break;
    found.unshift(oid);
  }
  return found;
}

async function mailOf(
  context: Context,
  commit: Commit,
  tag: string,
  style: DiffStyle,
  signoff: boolean,
  signature: string,
): Promise<string> {
  const own = committerOf(context);
  const message = signoff ? addTrailer(commit.message, `Signed-off-by: ${own.name} <${own.email}>`) : commit.message;
  const body = bodyOf(message).trimEnd();
  const changes = await changesText(await prepareChanges(await changesOf(context, commit), style), style, []);
  return `${mailHead({ ...commit, message }, tag)}${body === '' ? '' : `${body}\n`}---\n${changes}${signature}`;
}

interface Mail {
  readonly name: string;
  readonly email: string;
  readonly date: string;
  readonly message: string;
  readonly diff: string;
  readonly text: string;
}

function splitMails(text: string): string[] {
  const parts = text.split(/^(?=From [0-9a-f]{40} )/m).filter((part) => part.trim() !== '');
  return parts.length > 0 ? parts : [text];
}

function parseMail(text: string): Mail {
  const plain = text.replaceAll('\r\n', '\n');
  const end = plain.indexOf('\n\n');
  const head = plain.slice(0, end).replaceAll(/\n[ \t]+/g, ' ');
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'mi').exec(head)?.[1] ?? '';
  const said = (name: string) => decodeWords(field(name));
  const body = plain.slice(end + 2);
  const cut = /^---$|^diff --git /m.exec(body);
  const words = (cut ? body.slice(0, cut.index) : body).trimEnd();
  const [, name = '', email = ''] = /^(.*?)\s*<(.*)>$/.exec(said('From')) ?? [];
  const subject = said('Subject').replace(/^(?:\s*(?:re:|\[[^\]]*\]))*\s*/i, '');
  return {
    name: name.replace(/^"(.*)"$/, '$1'),
    email,
    date: field('Date'),
    message: cleanMessage(`${subject}\n\n${words}`, 'whitespace'),
    diff: cut ? body.slice(cut.index).replace(/^-- \n[\s\S]*$/m, '') : '',
    text,
  };
}

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
    flags: {
      abort: '--abort',
      continue: '-r --continue --resolved',
      skip: '--skip',
      quit: '--quit',
      threeWay: '-3 --3way',
      signoff: '-s --signoff',
      quiet: '-q --quiet',
      keep: '-k --keep --keep-cr --keep-non-patch -u --utf8 --no-utf8 --no-verify',
      other: '--committer-date-is-author-date --ignore-date --reject',
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
      'dates, --reject, --directory and -p are not supported by `am` in this sandbox: use `git apply` with them, then `git commit`',
      1,
    );
  if (standing) throw new GitFailure('previous rebase directory .git/rebase-apply still exists but mbox given.');
  const texts: string[] = [];
  for (const file of options.rest.length > 0 ? options.rest : ['-']) {
    const text = file === '-' ? decodeUtf8(await io.input()) : await readGitText(io.fs, resolveFrom(io.cwd, file));
    if (text === undefined) throw new GitFailure(`could not open '${file}' for reading: No such file or directory`);
    if (
      !/^(?:From |From:|Subject:|Date:|[!-9;-~]+:[ \t])/m.test(text.split(/\r?\n\r?\n/)[0] ?? '') ||
      !/^(?:From|Subject|Date):/m.test(text)
    )
      throw new GitFailure('Patch format detection failed.', 128, '');
    texts.push(...splitMails(text));
  }
  await makeFolder(context.fs, `${context.gitdir}/${DIR}`);
  await writeState(context, `${DIR}/applying`, '');
  await writeState(context, `${DIR}/abort-safety`, `${(await headCommit(context)) ?? ''}\n`);
  await writeState(context, `${DIR}/orig-head`, `${(await headCommit(context)) ?? ''}\n`);
  await writeState(context, `${DIR}/last`, `${texts.length}\n`);
  await writeState(context, `${DIR}/next`, '1\n');
  if (is('threeWay')) await writeState(context, `${DIR}/threeway`, 't\n');
  if (is('signoff')) await writeState(context, `${DIR}/sign`, 't\n');
  for (const [at, text] of texts.entries())
    await writeState(context, `${DIR}/${String(at + 1).padStart(4, '0')}`, text);
  return run(context, is('quiet'));
};

const number = async (context: Context, name: string): Promise<number> =>
  Number((await readState(context, `${DIR}/${name}`)) ?? 0);

async function mailAt(context: Context, at: number): Promise<Mail> {
  return parseMail((await readGitText(context.fs, `${context.gitdir}/${DIR}/${String(at).padStart(4, '0')}`)) ?? '');
}

async function run(context: Context, quiet: boolean): Promise<number> {
  const { io } = context;
  // git prints this last, after the error.
  const said: string[] = [];
  const last = await number(context, 'last');
  for (let at = await number(context, 'next'); at <= last; at++) {
    await writeState(context, `${DIR}/next`, `${at}\n`);
    const mail = await mailAt(context, at);
    const subject = subjectLine(mail.message);
    if (!quiet) said.push(`Applying: ${subject}\n`);
    const edits = parsePatch(mail.diff);
    const threeWay = await hasState(context, `${DIR}/threeway`);
    const code = edits.length === 0 ? 1 : await applyEdits(context, edits, { ...RULES, threeWay });
    if (code !== 0) {
      io.err("hint: Use 'git am --show-current-patch=diff' to see the failed patch\n");
      said.push(
        `Patch failed at ${String(at).padStart(4, '0')} ${subject}\n`,
        'When you have resolved this problem, run "git am --continue".\nIf you prefer to skip this patch, run "git am --skip" instead.\nTo restore the original branch and stop patching, run "git am --abort".\n',
      );
      io.out(said.join(''));
      return 128;
    }
    await commitMail(context, mail);
  }
  io.out(said.join(''));
  await clearState(context, DIR);
  return 0;
}

async function commitMail(context: Context, mail: Mail): Promise<void> {
  const head = await headCommit(context);
  const moment = readExactDate(mail.date) ?? { time: Math.floor(Date.now() / 1000), zone: '+0000' };
  const own = committerOf(context);
  const message = (await hasState(context, `${DIR}/sign`))
    ? addTrailer(mail.message, `Signed-off-by: ${own.name} <${own.email}>`)
    : mail.message;
  await makeCommit(context, {
    tree: await indexTree(context),
    parents: head === undefined ? [] : [head],
    author: { name: mail.name, email: mail.email, ...moment },
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
    if (
      (await loadIndex(context)).conflicts().length > 0 ||
      (await indexTree(context)) === (await readCommit(context.objects, (await headCommit(context)) ?? '')).tree
    ) {
      context.io.out(
        'No changes - did you forget to use \'git add\'?\nIf there is nothing left to stage, chances are that something else\nalready introduced the same changes; you might want to skip this patch.\nWhen you have resolved this problem, run "git am --continue".\nIf you prefer to skip this patch, run "git am --skip" instead.\nTo restore the original branch and stop patching, run "git am --abort".\n',
      );
      return 128;
    }
    await commitMail(context, mail);
  }
  await writeState(context, `${DIR}/next`, `${at + 1}\n`);
  return run(context, quiet);
}
