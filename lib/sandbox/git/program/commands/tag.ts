import { GitFailure } from '../../git-failure';
import { resolveFrom } from '../../../paths';
import { readGitText } from '../../git-fs';
import { decodeUtf8 } from '../../store/bytes';
import { readCommit, subjectLine } from '../../store/commit';
import { isRefName } from '../../store/refs';
import { writeTag } from '../../store/tag';
import { openContext, type Context } from '../setup/context';
import { editInEditor } from '../terminal/editor';
import type { GitCommand } from '../setup/git-io';
import { globPattern } from '../setup/glob';
import { cleanMessage, joinParagraphs } from '../message/message';
import { columnLayout, columnSetting, inColumns } from '../terminal/columns';
import { readOptions, type Options } from '../terminal/options';
import { formatDate } from '../people/dates';
import { committerOf } from '../people/people';
import { COMMIT_FILTERS, refFilter, warnOfBroken } from '../refs/ref-filter';
import { refFormatter, refInfo, sortRefs } from '../log/ref-format';
import { findObject } from '../refs/revision';
import { deleteRef, updateRef } from '../refs/update-refs';

const FLAGS = {
  list: '-l --list',
  remove: '-d --delete',
  annotate: '-a --annotate',
  force: '-f --force',
  ignoreCase: '-i --ignore-case',
  sign: '-s --sign',
  noSign: '--no-sign',
  plain: '--no-column',
  verify: '-v --verify',
  edit: '-e --edit',
  reflog: '--create-reflog',
} as const;
const VALUES = {
  message: '-m --message',
  file: '-F --file',
  sort: '--sort',
  format: '--format',
  pointsAt: '--points-at',
  cleanup: '--cleanup',
  signer: '-u --local-user',
} as const;
const OPTIONAL = { lines: '-n', column: '--column', color: '--color' } as const;

type TagOptions = Options<
  keyof typeof FLAGS,
  keyof typeof VALUES | keyof typeof OPTIONAL | keyof typeof COMMIT_FILTERS
>;

const FILTERS = ['contains', 'noContains', 'merged', 'noMerged', 'pointsAt'] as const;

/** Lists, makes and removes tags. */
export const tag: GitCommand = async (args, io) => {
  const options = readOptions(args, { flags: FLAGS, values: VALUES, optional: OPTIONAL, atEnd: COMMIT_FILTERS });
  const context = await openContext(io);
  const { is, value, rest } = options;
  mustFit(options);
  if (is('verify')) return verify(context, options);
  const signing = options.last('sign', 'signer', 'noSign');
  if (signing === 'sign' || signing === 'signer')
    throw new GitFailure('tags cannot be signed in this sandbox: use -a', 128);
  if (is('remove')) return remove(context, rest);
  const asksList =
    is('list') ||
    rest.length === 0 ||
    value('lines') !== undefined ||
    FILTERS.some((name) => value(name) !== undefined);
  return asksList && options.values('message').length === 0 && value('file') === undefined
    ? list(context, options)
    : make(context, options, signing === 'noSign');
};

/** Fails for options that contradict each other. */
function mustFit({ is, value, values, rest }: TagOptions): void {
  const isMade = is('annotate') || is('sign') || is('force') || value('file') !== undefined;
  if (is('list') && (is('remove') || is('verify')))
    throw new GitFailure(`switch \`${is('remove') ? 'd' : 'v'}' is incompatible with --list`, 129);
  if (rest.length === 0 && isMade && !is('list'))
    throw new GitFailure('usage: git tag [-a | -s | -u <key-id>] <tagname> [<commit>]', 129);
  if (values('message').length > 0 && value('file') !== undefined)
    throw new GitFailure("options '-F' and '-m' cannot be used together");
}

async function verify(context: Context, { value, rest }: TagOptions): Promise<number> {
  const { io, refs, objects } = context;
  let code = 0;
  for (const name of rest) {
    const oid = await refs.resolve(`refs/tags/${name}`);
    const found = oid === undefined ? undefined : await objects.read(oid);
    code = 1;
    if (!found) io.err(`error: tag '${name}' not found.\n`);
    else if (found.kind !== 'tag') io.err(`error: ${name}: cannot verify a non-tag object of type ${found.kind}.\n`);
    else {
      if (value('format') === undefined) io.out(found.data);
      io.err('error: no signature found\n');
    }
  }
  return code;
}

async function remove(context: Context, names: readonly string[]): Promise<number> {
  let code = 0;
  const done: string[] = [];
  for (const name of names) {
    const oid = await context.refs.resolve(`refs/tags/${name}`);
    if (oid === undefined) {
      context.io.err(`error: tag '${name}' not found.\n`);
      code = 1;
      continue;
    }
    await deleteRef(context, `refs/tags/${name}`);
    done.push(`Deleted tag '${name}' (was ${oid.slice(0, 7)})\n`);
  }
  context.io.out(done.join(''));
  return code;
}

async function list(context: Context, options: TagOptions): Promise<void> {
  const { is, value, rest } = options;
  const globs = rest.map((glob) => globPattern(glob, { slashes: true, ignoreCase: is('ignoreCase') }));
  const fits = await refFilter(context, options);
  const infos = [];
  await warnOfBroken(context, 'refs/tags/');
  for (const ref of await context.refs.list('refs/tags/')) {
    const name = ref.name.slice('refs/tags/'.length);
    if (globs.length > 0 && !globs.some((glob) => glob.test(name))) continue;
    if (await fits(ref)) infos.push(await refInfo(context, ref));
  }
  const sort = value('sort') ?? context.config.get('tag.sort');
  const shown: string[] = [];
  const lines = value('lines');
  if (lines !== undefined && columnLayout(value('column') ?? 'never').on)
    throw new GitFailure("options '--column' and '-n' cannot be used together");
  const fill = refFormatter(context, value('format') ?? '%(refname:short)');
  for (const info of await sortRefs(
    context,
    infos,
    options.values('sort').length > 0 ? options.values('sort') : sort === undefined ? [] : [sort],
  )) {
    const name = await fill(info);
    const message = info.tag?.message ?? info.commit?.message ?? '';
    const text = message
      .trim()
      .split('\n')
      .slice(0, Number(lines || 1))
      .join('\n    ');
    const isPlain = lines === undefined || lines === '0' || value('format') !== undefined;
    shown.push(isPlain ? name : `${name.padEnd(15)} ${text}`);
  }
  context.io.out(
    inColumns(shown, value('column') ?? (lines === undefined ? columnSetting(context, 'tag') : undefined), {
      padding: 2,
    }),
  );
}

async function make(context: Context, options: TagOptions, unsigned: boolean): Promise<void> {
  const { is, value, rest } = options;
  const { io } = context;
  if (rest.length > 2) throw new GitFailure('too many arguments');
  const [name = '', start = 'HEAD'] = rest;
  const ref = `refs/tags/${name}`;
  if (!isRefName(ref) || name.startsWith('-')) throw new GitFailure(`'${name}' is not a valid tag name.`);
  const before = await context.refs.resolve(ref);
  if (before !== undefined && !is('force')) throw new GitFailure(`tag '${name}' already exists`);
  const object = await findObject(context, start);
  if (object === undefined) throw new GitFailure(`Failed to resolve '${start}' as a valid ref.`);
  if (!unsigned && context.config.boolean('tag.gpgSign') === true)
    throw new GitFailure('tags cannot be signed in this sandbox, as tag.gpgSign wants: use --no-sign');
  const isAnnotated = is('annotate') || value('message') !== undefined || value('file') !== undefined;
  const oid = isAnnotated ? await annotated(context, options, { object, name, start }) : object;
  if (is('reflog') || context.config.get('core.logAllRefUpdates') === 'always')
    await updateRef(context, ref, oid, await reflogText(context, object));
  else await context.refs.write(ref, oid);
  if (before !== undefined && before !== oid) io.out(`Updated tag '${name}' (was ${before.slice(0, 7)})\n`);
}

/** What the reflog of a tag says of it. */
async function reflogText({ objects }: Context, object: string): Promise<string> {
  const { kind } = await objects.read(object);
  const named = { tree: 'tree object', blob: 'blob object', tag: 'other tag object' };
  if (kind !== 'commit') return `tag: tagging ${object.slice(0, 7)} (${named[kind]})`;
  const { message, committer } = await readCommit(objects, object);
  return `tag: tagging ${object.slice(0, 7)} (${subjectLine(message)}, ${formatDate(committer, 'short')})`;
}

/** The text for the message of a tag that options give; undefined: none. */
async function givenMessage({ io }: Context, options: TagOptions): Promise<string | undefined> {
  const file = options.value('file');
  if (options.values('message').length > 0) return joinParagraphs(options.values('message'));
  if (file === undefined) return undefined;
  if (file === '-') return decodeUtf8(await io.input());
  const text = await readGitText(io.fs, resolveFrom(io.cwd, file));
  if (text === undefined) throw new GitFailure(`could not open or read '${file}': No such file or directory`);
  return text;
}

/** Makes a tag object. */
async function annotated(
  context: Context,
  options: TagOptions,
  { object, name, start }: Readonly<Record<'object' | 'name' | 'start', string>>,
): Promise<string> {
  const { io, objects } = context;
  const given = await givenMessage(context, options);
  const text =
    given !== undefined && !options.is('edit')
      ? given
      : await editInEditor(
          context,
          'TAG_EDITMSG',
          `${given ?? ''}\n#\n# Write a message for tag:\n#   ${name}\n# Lines starting with '#' will be ignored.\n`,
        );
  const cleanup = options.value('cleanup') ?? 'strip';
  if (cleanup !== 'strip' && cleanup !== 'verbatim' && cleanup !== 'whitespace')
    throw new GitFailure(`Invalid cleanup mode ${cleanup}`);
  const message = cleanMessage(text, cleanup);
  if (message === '' && given === undefined) throw new GitFailure('no tag message?');
  const { kind } = await objects.read(object);
  if (kind === 'tag')
    io.err(
      `hint: You have created a nested tag. The object referred to by your new tag is\nhint: already a tag. If you meant to tag the object that it points to, use:\nhint: \nhint: \tgit tag -f ${name} ${start}^{}\nhint: Disable this message with "git config advice.nestedTag false"\n`,
    );
  return writeTag(objects, { object, type: kind, tag: name, tagger: committerOf(context), message });
}
