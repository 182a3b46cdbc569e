import { resolveFrom } from '../../../paths';
import { GitFailure } from '../../git-failure';
import { makeFolder, readGitText, writeText } from '../../git-fs';
import { bodyOf, readCommit, subjectLine, type Commit } from '../../store/commit';
import { asBoolean } from '../../store/config';
import { parsePerson, type Signature } from '../../store/person';
import { openContext, type Context } from '../setup/context';
import { changesOf } from '../diff/diff-sides';
import { DIFF_FLAGS, DIFF_OPTIONAL, DIFF_VALUES } from '../diff/diff-options';
import { diffStyle, type DiffStyle } from '../diff/diff-style';
import type { GitCommand } from '../setup/git-io';
import { commitHistory } from '../refs/history';
import { mailHead } from '../log/mail-head';
import { coverLetter, coverMode, coverWords } from '../patch/cover-letter';
import { baseFor, groundText } from '../patch/mail-base';
import { inParts, partsEnd, type MailParts } from '../patch/mail-parts';
import { MailThread, threadingOf } from '../patch/mail-thread';
import { treeOfCommit } from '../worktree/merge-into-work';
import { addTrailer, fileName } from '../message/message';
import { shownNotes } from '../message/notes';
import { pathspecs, wantedBy } from '../setup/pathspec';
import { readOptions, type Options } from '../terminal/options';
import { patchId } from '../diff/patch-id';
import { committerOf, personOf } from '../people/people';
import { revisionRange, resolveCommit, selectCommits } from '../refs/revision';
import { changesText, prepareChanges } from '../diff/show-changes';
import { splitArguments } from './diff';

const VERSION = '2.39.5';
/** Characters in the name of a file. */
const MOST_OF_NAME = 64;

/** Writes commits as mails, one file each. */
export const formatPatch: GitCommand = async (args, io) => {
  const options = readOptions(args, {
    absent: '--interdiff --range-diff --creation-factor --force-in-body-from',
    flags: {
      ...DIFF_FLAGS,
      stdout: '--stdout',
      numbered: '-n --numbered',
      noNumbered: '-N --no-numbered',
      cover: '--cover-letter',
      noCover: '--no-cover-letter',
      keep: '-k --keep-subject',
      signoff: '-s --signoff',
      noSignoff: '--no-signoff',
      noBase: '--no-base',
      noStat: '-p --no-stat',
      root: '--root',
      quiet: '-q --quiet',
      noPatch: '--no-patch',
      patch: '-u --patch',
      noSignature: '--no-signature',
      zeroCommit: '--zero-commit',
      always: '--always',
      numberedFiles: '--numbered-files',
      rfc: '--rfc',
      progress: '--progress --no-progress --encode-email-headers --no-encode-email-headers',
      noThread: '--no-thread',
      noAttach: '--no-attach',
      upstream: '--ignore-if-in-upstream',
      noTo: '--no-to',
      noCc: '--no-cc',
      noHeader: '--no-add-header',
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
      signatureFile: '--signature-file',
      to: '--to',
      cc: '--cc',
      header: '--add-header',
      reply: '--in-reply-to',
      base: '--base',
      length: '--filename-max-length',
      coverFrom: '--cover-from-description',
    },
    optional: {
      ...DIFF_OPTIONAL,
      sender: '--from',
      thread: '--thread',
      notes: '--notes',
      attach: '--attach',
      inline: '--inline',
    },
  });
  const context = await openContext(io);
  const { revisions, paths } = await splitArguments(context, options.before, options.paths);
  const wanted = paths.length === 0 ? undefined : wantedBy(pathspecs(context, io.cwd, paths));
  const oids = await mailedCommits(context, revisions, {
    wanted,
    most: options.value('most'),
    root: options.is('root'),
    upstream: options.is('upstream'),
  });
  const style = {
    ...diffStyle(context, options, { columns: 72 }),
    // A mail must contain all of a binary file.
    binary: true,
    textconv: false,
    external: false,
    shapes: options.is('noStat') ? (['patch'] as const) : (['stat', 'summary', 'patch'] as const),
  };
  const { config } = context;
  const covers = wantsCover(options.last('cover', 'noCover') ?? config.get('format.coverLetter'), oids.length);
  const first = Number(options.value('start') ?? 1);
  const total = first + oids.length - 1;
  const asksNumbers = options.last('numbered', 'noNumbered') ?? numberSetting(config.get('format.numbered'));
  const numbered = asksNumbers === 'numbered' || (asksNumbers !== 'noNumbered' && (covers || oids.length > 1));
  const width = String(total).length;
  const version = options.value('reroll');
  const prefix =
    options.last('rfc', 'prefix') === 'rfc'
      ? 'RFC PATCH'
      : (options.value('prefix') ?? config.get('format.subjectPrefix') ?? 'PATCH');
  const word = `${prefix}${version === undefined ? '' : ` v${version}`}`;
  if (options.is('keep') && (options.is('rfc') || options.value('prefix') !== undefined))
    throw new GitFailure("options '--subject-prefix/--rfc' and '-k' cannot be used together");
  if (options.is('keep') && options.is('numbered'))
    throw new GitFailure("options '-n' and '-k' cannot be used together");
  const suffix = options.value('suffix') ?? config.get('format.suffix') ?? '.patch';
  if (options.is('stdout') && options.value('folder') !== undefined)
    throw new GitFailure("options '--stdout' and '--output-directory' cannot be used together");
  const fileOf = (name: string): string =>
    options.is('numberedFiles')
      ? String(Number(name.slice(0, 4)))
      : `${version === undefined ? '' : `v${version}-`}${name}${suffix}`;
  let isFirst = true;
  const folder = options.value('folder') ?? config.get('format.outputDirectory');
  if (folder !== undefined && !options.is('stdout')) await makeFolder(io.fs, resolveFrom(io.cwd, folder));
  const deliver = async (name: string, text: string) => {
    if (options.is('stdout')) {
      io.out(isFirst ? text : `\n${text}`);
      isFirst = name.endsWith('-cover-letter');
      return;
    }
    const file = fileOf(name);
    const path = resolveFrom(io.cwd, folder === undefined ? file : `${folder}/${file}`);
    await makeFolder(io.fs, path.replace(/\/[^/]*$/, ''));
    await writeText(io.fs, path, text);
    if (!options.is('quiet')) io.out(`${folder === undefined ? '' : `${folder.replace(/\/$/, '')}/`}${file}\n`);
  };
  const thread = new MailThread(
    options.last('thread', 'noThread') === 'noThread'
      ? undefined
      : threadingOf(options.value('thread'), config.get('format.thread')),
    committerOf(context).email,
    options.value('reply'),
    covers,
  );
  const parts = partsOf(context, options);
  const base = await baseFor(context, oids, options.last('base', 'noBase') === 'noBase' ? 'no' : options.value('base'));
  const ground = base === undefined ? '' : await groundText(context, base, oids);
  const signature = await signatureOf(context, options);
  const mode = coverMode(context, options.value('coverFrom'));
  const extra = extraHeaders(context, options);
  if (covers && oids.length > 0) {
    const zero = '0'.padStart(width, '0');
    const words = await coverWords(context, mode, revisions);
    const letter = { oids, tag: `[${word} ${zero}/${total}] `, style, wanted, ...words };
    const text = await coverLetter(context, letter, `${ground}${signature}`);
    await deliver('0000-cover-letter', withHeaders(text, thread.cover(), extra));
  }
  const own = personOf(context, 'COMMITTER');
  const given = options.value('sender') ?? fromSetting(config.get('format.from'));
  const from = given === undefined ? undefined : given === '' ? own : parsePerson(given);
  const signoff = options.last('signoff', 'noSignoff');
  const signs = signoff === undefined ? config.boolean('format.signOff') === true : signoff === 'signoff';
  const notesSetting = config.get('format.notes');
  const asked = options.values('notes').length > 0 ? options.values('notes') : notesSetting === undefined ? [] : [''];
  const notes = asked.length === 0 ? [] : await shownNotes(context, asked);
  const limit = Number(options.value('length') ?? config.get('format.filenameMaxLength') ?? MOST_OF_NAME);
  // What is left of the limit beside the number and the end of the name.
  const most = Math.max(0, limit - '0001-'.length - suffix.length - 1);
  for (const [at, oid] of oids.entries()) {
    const commit = await readCommit(context.objects, oid);
    const number = first + at;
    const tag = options.is('keep')
      ? ''
      : `[${word}${numbered ? ` ${String(number).padStart(width, '0')}/${total}` : ''}] `;
    const path = `${String(number).padStart(4, '0')}-${fileName(subjectLine(commit.message)).slice(0, most)}`;
    // A commit without changes has its number and its file, but nothing is written into it.
    if (!options.is('always') && commit.tree === (await treeOfCommit(context, commit.parents[0]))) {
      if (!options.is('stdout')) await deliver(path, '');
      continue;
    }
    const named = options.is('zeroCommit') ? { ...commit, oid: '0'.repeat(40) } : commit;
    const text = withHeaders(
      await mailOf(
        context,
        named,
        tag,
        style,
        {
          signoff: signs,
          from,
          wanted,
          notes: notes.map(({ title, notes: all }) => ({ title, text: all.get(oid) })),
        },
        (at === 0 && !covers ? ground : '') + (parts ? partsEnd(parts) : signature),
      ),
      thread.next(oid, number),
      extra,
    );
    await deliver(path, parts ? inParts(text, parts, fileOf(path)) : text);
  }
};

/** The mail with the headers that were asked for: after the subject, as git writes them. */
function withHeaders(mail: string, threaded: string, extra: readonly string[]): string {
  const end = mail.indexOf('\n\n');
  const [head, rest] = [mail.slice(0, end), mail.slice(end)];
  return `${head.replace('\n', () => `\n${threaded}`)}${extra.map((line) => `\n${line}`).join('')}${rest}`;
}

/** The headers that settings and options ask for. */
function extraHeaders({ config }: Context, options: Pick<Options<never, never>, 'inOrder'>): string[] {
  const [headers, to, cc]: [string[], string[], string[]] = [[], [], []];
  const add = (line: string) => {
    const [, kind, people] = /^(to|cc): (.*)/is.exec(line.trimEnd()) ?? [];
    (kind === undefined ? headers : kind.toLowerCase() === 'to' ? to : cc).push(people ?? line.trimEnd());
  };
  config.getAll('format.headers').forEach(add);
  to.push(...config.getAll('format.to'));
  cc.push(...config.getAll('format.cc'));
  for (const [name, value] of options.inOrder()) {
    if (name === 'header') add(value);
    else if (name === 'to') to.push(value);
    else if (name === 'cc') cc.push(value);
    if (name === 'noTo' || name === 'noHeader') to.length = 0;
    if (name === 'noCc' || name === 'noHeader') cc.length = 0;
    if (name === 'noHeader') headers.length = 0;
  }
  const list = (name: string, all: readonly string[]) =>
    all.length === 0 ? [] : [`${name}: ${all.join(`,\n${' '.repeat(name.length + 2)}`)}`];
  return [...headers, ...list('To', to), ...list('Cc', cc)];
}

/** What ends a mail: the last of what the options and settings say. */
async function signatureOf(
  { config, io }: Context,
  options: Options<'noSignature', 'signature' | 'signatureFile'>,
): Promise<string> {
  const file = options.value('signatureFile') ?? config.get('format.signatureFile');
  const read = async (name: string): Promise<string> => {
    const text = await readGitText(io.fs, resolveFrom(io.cwd, name));
    if (text === undefined) throw new GitFailure(`unable to read signature file '${name}': No such file or directory`);
    return text.replace(/\n$/, '');
  };
  const given = options.value('signature') ?? config.get('format.signature');
  const isFile = file !== undefined && options.value('signature') === undefined;
  const text = options.is('noSignature') ? '' : isFile ? await read(file) : (given ?? VERSION);
  return text === '' ? '' : `-- \n${text}\n\n`;
}

/** What `--attach`, `--inline` and `format.attach` say; undefined: a mail has only one part. */
function partsOf({ config }: Context, options: Options<'noAttach', 'attach' | 'inline'>): MailParts | undefined {
  const chosen = options.last('attach', 'inline', 'noAttach');
  const setting = config.get('format.attach');
  if (chosen === 'noAttach' || (chosen === undefined && !setting)) return undefined;
  const boundary = (chosen === undefined ? setting : options.value(chosen)) || VERSION;
  return { disposition: chosen === 'inline' ? 'inline' : 'attachment', boundary };
}

/** Whether there is a letter before the mails; `auto`: before several. */
function wantsCover(asked: string | undefined, count: number): boolean {
  if (asked === 'auto') return count > 1;
  return asked === 'cover' || (asked !== undefined && asBoolean(asked) === true);
}

async function mailedCommits(
  context: Context,
  names: readonly string[],
  {
    most,
    root,
    upstream,
    wanted,
  }: {
    most: string | undefined;
    root: boolean;
    upstream: boolean;
    wanted: Wanted;
  },
): Promise<string[]> {
  const include: string[] = [];
  const exclude: string[] = [];
  // One commit is where the mails begin; where none is named, it is the last, and there are none.
  const [only = 'HEAD'] = names;
  const single = names.length < 2 && !revisionRange(only) && most === undefined && !root;
  if (single) {
    exclude.push(await resolveCommit(context, only));
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
  const known = new Set<string>();
  if (upstream)
    for await (const commit of commitHistory(context, exclude, { without: include }))
      if (commit.parents.length < 2) known.add(await patchId(context, commit));
  const found: string[] = [];
  for await (const commit of commitHistory(context, include, { without: exclude })) {
    const { oid, parents } = commit;
    if (parents.length > 1) continue;
    if (wanted && (await changesOf(context, commit, wanted)).length === 0) continue;
    if (upstream && known.has(await patchId(context, commit))) continue;
    if (found.length >= Number(most ?? Infinity)) break;
    found.unshift(oid);
  }
  return found;
}

/** Whether a file is to be in the mails; undefined if all are. */
type Wanted = ((path: string) => boolean) | undefined;

/** What a mail says beside the commit. */
interface MailRules {
  readonly signoff: boolean;
  /** Whom the mail is from, if not the author. */
  readonly from: Pick<Signature, 'name' | 'email'> | undefined;
  readonly wanted: Wanted;
  readonly notes: readonly { readonly title: string; readonly text: string | undefined }[];
}

const numberSetting = (setting: string | undefined): 'numbered' | 'noNumbered' | undefined =>
  setting === undefined || setting === 'auto' ? undefined : asBoolean(setting) === false ? 'noNumbered' : 'numbered';

/** `format.from`: a person, or whether mails are from the committer. */
const fromSetting = (setting: string | undefined): string | undefined =>
  setting === undefined || asBoolean(setting) === false ? undefined : asBoolean(setting) === true ? '' : setting;

async function mailOf(
  context: Context,
  commit: Commit,
  tag: string,
  style: DiffStyle,
  { signoff, from, wanted, notes }: MailRules,
  signature: string,
): Promise<string> {
  const own = committerOf(context);
  const message = signoff ? addTrailer(commit.message, `Signed-off-by: ${own.name} <${own.email}>`) : commit.message;
  const body = bodyOf(message).trimEnd();
  const changes = await changesText(await prepareChanges(await changesOf(context, commit, wanted), style), style, []);
  // A mail from somebody else names the author in its text.
  const { author } = commit;
  const isOther = from !== undefined && (from.name !== author.name || from.email !== author.email);
  const sender = from && isOther ? { ...author, name: from.name, email: from.email } : author;
  const named = isOther ? `From: ${author.name} <${author.email}>\n\n` : '';
  const noted = notes.flatMap(({ title, text }) =>
    text === undefined ? [] : [`\n${title}:\n${text.trimEnd().replaceAll(/^/gm, '    ')}\n`],
  );
  const mark = style.shapes.includes('stat') || noted.length > 0 ? '---' : '';
  return `${mailHead({ ...commit, message, author: sender }, tag)}${named}${body === '' ? '' : `${body}\n`}${mark}\n${noted.join('')}${noted.length > 0 ? '\n' : ''}${changes}${signature}`;
}
